package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.store.settlement.SandboxClockStore;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The clock of the sandbox: the product's, put ahead by days, so that what takes weeks can be
 * played in a minute. It never goes back, since the books of the sandbox do not either.
 */
public final class SandboxClock {

    /** Number of days that it can be ahead in all: as far as cards are valid. */
    private static final int AHEAD_DAYS_MAX = 3_660;

    private final Database database;
    private final InstantSource clock;
    private final SandboxClockStore store = new SandboxClockStore();

    public SandboxClock(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    public Instant now() {
        return database.read(handle -> store.now(handle, Mode.SANDBOX, clock));
    }

    /**
     * Puts it ahead for all books of the sandbox.
     *
     * @param days at least 1
     * @return its time now
     * @throws RequestRefusedException when it would be ten years ahead
     */
    public Instant advance(int days) {
        return database.atomically(
                handle -> {
                    if (!store.advance(handle, days, AHEAD_DAYS_MAX)) {
                        throw new RequestRefusedException(
                                ErrorCode.VALUE_OUT_OF_RANGE,
                                "The clock of the sandbox can be ahead by ten years at most.",
                                "days");
                    }
                    return store.now(handle, Mode.SANDBOX, clock);
                });
    }
}
