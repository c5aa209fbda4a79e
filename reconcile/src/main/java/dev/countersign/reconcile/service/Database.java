package dev.countersign.reconcile.service;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Where database transactions begin, and nowhere else. Work that is handed in sees all of its
 * effects or, when it throws, none. Where somebody acts, the audit trail is one of them.
 */
public final class Database {

    /** Held shared by the stream while it records, exclusively by who changes a card. */
    private static final long CARD_CHANGES = 4_020_261_001L;

    private final Jdbi jdbi;

    public Database(Jdbi jdbi) {
        this.jdbi = jdbi;
    }

    /** Runs work in one transaction. */
    public <T> T atomically(Function<Handle, T> work) {
        T result =
                jdbi.inTransaction(
                        handle -> {
                            T done = work.apply(handle);
                            Acting.write(handle);
                            return done;
                        });
        Acting.written();
        return result;
    }

    /** Runs work in one transaction that gives nothing back. */
    public void doAtomically(Consumer<Handle> work) {
        jdbi.useTransaction(
                handle -> {
                    work.accept(handle);
                    Acting.write(handle);
                });
        Acting.written();
    }

    /**
     * Runs work that changes what decisions look at. It and each batch of the stream come strictly
     * one after the other, so that whoever reads the clock in here is later than every decision
     * that did not see the change. The lock is taken before any row, so that the two never wait for
     * each other.
     */
    public <T> T changingCards(Function<Handle, T> work) {
        return atomically(
                handle -> {
                    lockForCardChange(handle);
                    return work.apply(handle);
                });
    }

    /** Makes the stream wait until this transaction, which has locked no row yet, has ended. */
    void lockForCardChange(Handle handle) {
        handle.execute("select pg_advisory_xact_lock(?)", CARD_CHANGES);
    }

    /** Makes a batch wait for whoever changes a card, and the other way round. */
    void lockForBatch(Handle handle) {
        handle.execute("select pg_advisory_xact_lock_shared(?)", CARD_CHANGES);
    }

    /** Reads; what is read is true at one moment per statement. */
    public <T> T read(Function<Handle, T> work) {
        return jdbi.withHandle(work::apply);
    }
}
