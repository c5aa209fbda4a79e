package dev.countersign.reconcile.store.settlement;

import dev.countersign.reconcile.domain.account.Mode;
import java.time.LocalDate;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The gate between a mode's nights and those who book beside them. Who runs nights has a lease, a
 * row that it renews. Who takes the lease holds the lock of this gate alone for a moment; chunks of
 * a night, and bookings, share it until their transaction ends.
 */
public final class NightGate {

    /** The first number of the lock; the second is the {@link #key} of the mode. */
    public static final int LOCK = 402_610;

    private NightGate() {}

    /** The second number of a mode's lock. */
    public static int key(Mode mode) {
        return mode == Mode.LIVE ? 1 : 2;
    }

    /**
     * Keeps nights of a mode from beginning until the end of this transaction.
     *
     * @return false when one runs
     */
    public static boolean tryKeepOut(Handle handle, Mode mode) {
        boolean nobodyTakesIt =
                handle.select("select pg_try_advisory_xact_lock_shared(?, ?)", LOCK, key(mode))
                        .mapTo(Boolean.class)
                        .one();
        return nobodyTakesIt
                && handle.createQuery(NOBODY_HAS_IT)
                        .bind("lock", LOCK)
                        .bind("key", key(mode))
                        .bind("mode", mode.wire())
                        .mapTo(Boolean.class)
                        .one();
    }

    /**
     * A process that let its lease run out may be in the middle of a chunk, and begins none while
     * this lock is held alone.
     */
    private static final String NOBODY_HAS_IT =
            """
            select case
                     when held_until is null then true
                     when held_until > clock_timestamp() then false
                     else pg_try_advisory_xact_lock(:lock, :key)
                   end
              from night_lease
             where mode = :mode
            """;

    /**
     * The date that is booked on between nights: the one after the last closed, whose night, or a
     * later one, sums what is booked. A night that is not complete has summed some of it already.
     *
     * @return empty while a night of the mode runs, or waits for its restart
     */
    public static Optional<LocalDate> openDate(Handle handle, Mode mode, LocalDate today) {
        return tryKeepOut(handle, mode) ? expectedOpenDate(handle, mode, today) : Optional.empty();
    }

    /**
     * The same for those who only look: it stands in the way of no night that is about to begin.
     *
     * @return empty while a night of the mode is not complete
     */
    public static Optional<LocalDate> expectedOpenDate(Handle handle, Mode mode, LocalDate today) {
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

    /** The sentence that refuses a booking while a night of the mode is not complete. */
    public static String refusal(Handle handle, Mode mode) {
        String which =
                handle.createQuery(INCOMPLETE)
                        .bind("mode", mode)
                        .mapTo(LocalDate.class)
                        .findOne()
                        .map(date -> "The night of %s (%s)".formatted(date, mode.wire()))
                        .orElse("A night");
        return which
                + " is not complete: try again when 'job list' or the page Nights shows it completed.";
    }

    private static final String INCOMPLETE =
            """
            select business_date
              from night
             where mode = :mode
               and state <> 'completed'
             order by id desc
             limit 1
            """;
}
