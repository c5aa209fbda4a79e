package dev.countersign.reconcile.store.settlement;

import dev.countersign.reconcile.domain.account.Mode;
import org.jdbi.v3.core.Handle;

/**
 * The lock of the database between a mode's nights and those who book beside them: a night holds it
 * alone while it runs, any number of bookings share it for a moment.
 */
public final class NightGate {

    /** The first number of the lock; the second is the {@link #key} of the mode. */
    public static final int LOCK = 402_610;

    private NightGate() {}

    /** The second number of a mode's locks. */
    public static int key(Mode mode) {
        return mode == Mode.LIVE ? 1 : 2;
    }

    /**
     * Keeps nights of a mode from beginning until the end of this transaction.
     *
     * @return false when one runs
     */
    public static boolean tryKeepOut(Handle handle, Mode mode) {
        return handle.select("select pg_try_advisory_xact_lock_shared(?, ?)", LOCK, key(mode))
                .mapTo(Boolean.class)
                .one();
    }
}
