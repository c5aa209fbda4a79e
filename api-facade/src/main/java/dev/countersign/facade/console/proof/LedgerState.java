package dev.countersign.facade.console.proof;

import dev.countersign.facade.console.page.Dates;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.proof.Proofs;
import dev.countersign.reconcile.domain.account.Mode;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Up to which night the books speak. What was recorded since is booked by the nights to come, so
 * figures of the ledger are those of its last night, whatever day it is.
 *
 * @param night the last date that is complete; null while none is
 * @param firstMissing the first date that has ended and was not run; null where all were
 * @param missing how many there are of them
 */
public record LedgerState(
        @Nullable LocalDate night, @Nullable LocalDate firstMissing, long missing) {

    static LedgerState of(Proofs proofs, Nights nights, InstantSource clock, Mode mode) {
        LocalDate today = Dates.today(clock);
        LocalDate next =
                nights.queries().next(mode).filter(date -> date.isBefore(today)).orElse(null);
        return new LedgerState(
                proofs.lastComplete(mode).orElse(null),
                next,
                next == null ? 0 : ChronoUnit.DAYS.between(next, today));
    }

    /** The last of the dates that have ended and were not run; null where all were. */
    public @Nullable LocalDate lastMissing() {
        return firstMissing == null ? null : firstMissing.plusDays(missing - 1);
    }

    /** True for a date that has no figures of its own yet. */
    public boolean isBefore(LocalDate date) {
        return night == null || night.isBefore(date);
    }
}
