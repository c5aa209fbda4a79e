package dev.countersign.jobs.night;

import dev.countersign.reconcile.domain.account.Mode;
import org.jdbi.v3.core.Handle;

/** The right to do chunks of a night: as who has its lease, or for the one who has it. */
public interface ChunkPermit {

    /** True where this process leaves nights to others, and begins no chunk. */
    boolean isEnding();

    /**
     * Says that this transaction is a chunk of a night, until it is written or undone.
     *
     * @throws NightBusyException when the lease was lost
     */
    void require(Handle handle, Mode mode);

    /**
     * Says that a transaction that is a chunk still is one, for what it does outside the database.
     *
     * @throws NightBusyException when the lease was lost
     */
    void requireStill(Handle handle, Mode mode);
}
