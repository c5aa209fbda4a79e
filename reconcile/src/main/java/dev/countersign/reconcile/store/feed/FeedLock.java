package dev.countersign.reconcile.store.feed;

import dev.countersign.reconcile.domain.FeedBusyException;
import dev.countersign.reconcile.store.sql.RoundTrip;
import java.sql.SQLException;
import java.util.Locale;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/**
 * Lock that keeps the stream apart from the two writers whose rows it does not share: a card that
 * is replaced, whose limits both cards spend from on, and a record of a night that is settled
 * before its authorization came. A batch holds it shared from its check of what changed until the
 * batch is recorded, they hold it exclusively. It ends with the database transaction.
 */
public final class FeedLock {

    private static final long CARD_CHANGES = 4_020_261_001L;

    /**
     * Less than the second after which the database looks for deadlocks: it is not the batch that
     * has to give way.
     */
    private static final int BRIEFLY_MILLIS = 400;

    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /**
     * From here on the transaction keeps all decisions waiting. It waits for no row for longer than
     * it waits for the stream, and a process that stops in the middle of it loses its session.
     */
    private static final String TRY_EXCLUSIVE =
            """
            set local lock_timeout = 200;
            set local statement_timeout = 5000;
            set local idle_in_transaction_session_timeout = 1000;
            select pg_advisory_xact_lock("""
                    + CARD_CHANGES
                    + ")";

    /**
     * A chunk of a night takes as long as it takes, but its process does not fall silent: one that
     * was stopped in the middle of it loses its session, and the stream goes on.
     */
    private static final String STOP =
            """
            set local idle_in_transaction_session_timeout = 30000;
            select pg_advisory_xact_lock("""
                    + CARD_CHANGES
                    + ")";

    private static final String SHARED =
            String.format(Locale.ROOT, "select pg_advisory_xact_lock_shared(%d)", CARD_CHANGES);

    private FeedLock() {}

    /** Makes the stream wait until this transaction, which has locked no row yet, has ended. */
    public static void exclusive(Handle handle) {
        handle.execute(STOP);
    }

    /**
     * The same for a caller who can come again, once the rows that are to be changed are locked: it
     * waits for 200 milliseconds, which is how long batches queue up behind it at most, and keeps
     * the stream for no longer than a healthy process needs.
     *
     * @throws FeedBusyException when a batch took longer; the transaction must end then
     */
    public static void tryExclusive(Handle handle) {
        try {
            handle.execute(TRY_EXCLUSIVE);
        } catch (JdbiException e) {
            throw e.getCause() instanceof SQLException cause
                            && LOCK_NOT_AVAILABLE.equals(cause.getSQLState())
                    ? new FeedBusyException(e)
                    : e;
        }
    }

    /**
     * The same for a transaction that has locked rows: a batch may wait for one of them while this
     * waits for that batch, so that this gives up after a moment.
     *
     * @throws org.jdbi.v3.core.JdbiException with SQLSTATE 55P03 when it had to wait for longer
     */
    public static void exclusiveOrFail(Handle handle) {
        handle.execute("set local lock_timeout = " + BRIEFLY_MILLIS);
        exclusive(handle);
        handle.execute("set local lock_timeout to default");
    }

    /** Makes a batch wait for those two, and them for it. */
    public static void shared(RoundTrip trip) {
        trip.execute(SHARED);
    }

    /** The same for a batch that locks rows next. */
    public static void shared(Handle handle) {
        handle.execute(SHARED);
    }
}
