package dev.countersign.reconcile.store.settlement;

import dev.countersign.reconcile.domain.account.Mode;
import java.time.LocalDate;
import java.util.Optional;
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

    /**
     * The date that is booked on between nights: the one after the last closed, whose night, or a
     * later one, sums what is booked. A night that is not complete has summed some of it already.
     *
     * @return empty while a night of the mode runs, or waits for its restart
     */
    public static Optional<LocalDate> openDate(Handle handle, Mode mode, LocalDate today) {
        return tryKeepOut(handle, mode) ? likelyOpenDate(handle, mode, today) : Optional.empty();
    }

    /**
     * The same for those who only look: it stands in the way of no night that is about to begin.
     *
     * @return empty while a night of the mode is not complete
     */
    public static Optional<LocalDate> likelyOpenDate(Handle handle, Mode mode, LocalDate today) {
        return handle.createQuery(OPEN_DATE)
                .bind("mode", mode)
                .bind("today", today)
                .mapTo(LocalDate.class)
                .findOne();
    }

    private static final String OPEN_DATE =
            """
            select case when newest.id is null then cast(:today as date)
                        when newest.closes then newest.business_date + 1
                        else newest.business_date end
              from (values (1)) one
              left join lateral (
                       select *
                         from night
                        where mode = :mode
                        order by id desc
                        limit 1) newest on true
             where coalesce(newest.state, 'completed') = 'completed'
            """;
}
