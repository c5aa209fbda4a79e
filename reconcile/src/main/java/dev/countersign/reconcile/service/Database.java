package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.FeedBusyException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The one place where database transactions begin. Work that is handed in sees all of its effects
 * or, when it throws, none. The audit trail of an action is one of these effects.
 */
public final class Database {

    /** Maximum number of times that work is begun when it finds the stream busy. */
    private static final int TRIES_MAX = 5;

    /** Between two of them, so that the batches that queued up come first. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Jdbi jdbi;

    public Database(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    /** The transactions of a database. */
    public static Database over(DataSource source) {
        return new Database(JdbiSetup.over(source));
    }

    /**
     * Runs work in one transaction; within another one of the same thread, as a part of that. Work
     * that stops the stream is begun again when it is busy, some times: a second or two at most.
     *
     * @throws FeedBusyException when it was busy each time
     */
    public <T> T atomically(Function<Handle, T> work) {
        for (int tries = 1; ; tries++) {
            try {
                return once(work);
            } catch (FeedBusyException busy) {
                if (tries == TRIES_MAX) {
                    throw busy;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** Runs work in one transaction that gives nothing back. */
    public void doAtomically(Consumer<Handle> work) {
        var unused =
                once(
                        handle -> {
                            work.accept(handle);
                            return true;
                        });
    }

    private <T> T once(Function<Handle, T> work) {
        return jdbi.withHandle(
                handle -> handle.isInTransaction() ? work.apply(handle) : whole(handle, work));
    }

    private static <T> T whole(Handle handle, Function<Handle, T> work) {
        T result =
                handle.inTransaction(
                        same -> {
                            T done = work.apply(same);
                            AuditContext.write(same);
                            return done;
                        });
        AuditContext.written();
        return result;
    }

    /** Puts on the audit trail what is being done, where nothing of the book changes with it. */
    public void noteAction() {
        doAtomically(handle -> {});
    }

    /**
     * Runs work in a transaction of its own that stays whatever becomes of what the caller asked
     * for. The caller's entry of the audit trail is not written with it.
     */
    public <T> T separately(Function<Handle, T> work) {
        return jdbi.inTransaction(work::apply);
    }

    /** Reads; what is read is true at one moment per statement. */
    public <T> T read(Function<Handle, T> work) {
        return jdbi.withHandle(work::apply);
    }

    /**
     * Reads in one database transaction, so that the work may say how its statements are planned.
     * What is read is true at one moment per statement here, too.
     */
    public <T> T readAtomically(Function<Handle, T> work) {
        return jdbi.inTransaction(work::apply);
    }
}
