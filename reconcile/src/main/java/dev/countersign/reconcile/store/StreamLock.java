package dev.countersign.reconcile.store;

import java.util.Locale;
import org.jdbi.v3.core.Handle;

/**
 * What keeps the stream and whoever changes a card apart: held shared by a batch from its look at
 * what changed until it is recorded, exclusively by who changes what decisions look at. It ends
 * with the database transaction.
 */
public final class StreamLock {

    private static final long CARD_CHANGES = 4_020_261_001L;

    /**
     * Less than the second after which the database looks for deadlocks: it is not the batch that
     * has to give way.
     */
    private static final int BRIEFLY_MILLIS = 400;

    /** Without an argument, which the library would look up how to bind for each batch. */
    private static final String JOIN_IN =
            String.format(Locale.ROOT, "select pg_advisory_xact_lock_shared(%d)", CARD_CHANGES);

    private StreamLock() {}

    /** Makes the stream wait until this transaction, which has locked no row yet, has ended. */
    public static void stop(Handle handle) {
        handle.execute("select pg_advisory_xact_lock(?)", CARD_CHANGES);
    }

    /**
     * The same for a transaction that has locked rows: a batch may wait for one of them while this
     * waits for that batch, so that this gives up after a moment.
     *
     * @throws org.jdbi.v3.core.JdbiException with SQLSTATE 55P03 when it had to wait for longer
     */
    public static void stopBriefly(Handle handle) {
        handle.execute("set local lock_timeout = " + BRIEFLY_MILLIS);
        stop(handle);
        handle.execute("set local lock_timeout to default");
    }

    /** Makes a batch wait for whoever changes a card, and the other way round. */
    public static void joinIn(Handle handle) {
        handle.execute(JOIN_IN);
    }
}
