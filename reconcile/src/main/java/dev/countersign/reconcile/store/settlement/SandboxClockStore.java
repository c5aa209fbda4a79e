package dev.countersign.reconcile.store.settlement;

import dev.countersign.reconcile.domain.account.Mode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jdbi.v3.core.Handle;

/** The days by which the clock of the sandbox is ahead. Live books have the product's clock. */
public final class SandboxClockStore {

    /** The time of a mode's books now. */
    public Instant now(Handle handle, Mode mode, InstantSource clock) {
        Instant now = clock.instant();
        return mode == Mode.LIVE ? now : now.plus(Duration.ofDays(daysAhead(handle)));
    }

    private static int daysAhead(Handle handle) {
        return handle.createQuery("select days_ahead from sandbox_clock")
                .mapTo(Integer.class)
                .findOne()
                .orElse(0);
    }

    /**
     * Puts the clock of the sandbox ahead.
     *
     * @param most days that it may be ahead in all
     * @return false where that would be more; nothing is changed then
     */
    public boolean advance(Handle handle, int days, int most) {
        return handle.execute(
                        """
                                insert into sandbox_clock (days_ahead)
                                values (?)
                                    on conflict (id) do update
                                   set days_ahead = sandbox_clock.days_ahead + excluded.days_ahead
                                 where sandbox_clock.days_ahead + excluded.days_ahead <= ?
                                """,
                        days,
                        most)
                == 1;
    }
}
