package dev.countersign.reconcile.domain.settlement;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle.Step;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The conditions under which a month may be closed. */
public final class MonthClose {

    private MonthClose() {}

    /** The stage that the closing of a month has reached. */
    public enum Stage implements Wire {
        OPEN,
        /** It may be opened again, by two operators; write-offs need two at any time. */
        SOFT_CLOSED,
        /** Nothing changes any more. */
        HARD_CLOSED;

        /** The triggers that move a month. */
        public static final Lifecycle<Stage> TABLE =
                new Lifecycle<>(
                        "month",
                        List.of(
                                new Step<>(OPEN, "all is proved", SOFT_CLOSED),
                                new Step<>(
                                        SOFT_CLOSED,
                                        "two operators close it for good",
                                        HARD_CLOSED),
                                new Step<>(SOFT_CLOSED, "two operators reopen it", OPEN)));
    }

    /** An obstacle that still stands in the way. */
    public enum Obstacle implements Wire {
        /** Nothing was booked by its end: there is nothing to prove. */
        BEFORE_THE_BOOKS,
        DAYS_NOT_COMPLETE,
        BREAKS_NOT_EXPLAINED,
        SUSPENSE_NOT_LISTED,
        BANK_NOT_MATCHED,
        CURRENCY_NOT_REVALUED
    }

    /**
     * The facts known of a month.
     *
     * @param booksBegan with which business date; null when no night was run
     * @param unexplained open breaks of critical or high severity without an explanation
     * @param unmatched value dates of a currency on which the networks settle and the bank does not
     *     agree, the first ones
     * @param revalued true as well when no position in another currency is open
     */
    public record Facts(
            YearMonth month,
            @Nullable LocalDate booksBegan,
            Set<LocalDate> completeDays,
            long unexplained,
            boolean suspenseListed,
            List<String> unmatched,
            boolean revalued) {}

    /**
     * Returns the obstacles that stand in the way of closing; empty when the month may be closed.
     */
    public static List<Obstacle> obstacles(Facts facts) {
        List<Obstacle> obstacles = new ArrayList<>();
        if (facts.booksBegan() != null
                && YearMonth.from(facts.booksBegan()).isAfter(facts.month())) {
            obstacles.add(Obstacle.BEFORE_THE_BOOKS);
        }
        if (!missingDays(facts).isEmpty()) {
            obstacles.add(Obstacle.DAYS_NOT_COMPLETE);
        }
        if (facts.unexplained() > 0) {
            obstacles.add(Obstacle.BREAKS_NOT_EXPLAINED);
        }
        if (!facts.suspenseListed()) {
            obstacles.add(Obstacle.SUSPENSE_NOT_LISTED);
        }
        if (!facts.unmatched().isEmpty()) {
            obstacles.add(Obstacle.BANK_NOT_MATCHED);
        }
        if (!facts.revalued()) {
            obstacles.add(Obstacle.CURRENCY_NOT_REVALUED);
        }
        return List.copyOf(obstacles);
    }

    /** The days of the month whose night is not complete. */
    public static List<LocalDate> missingDays(Facts facts) {
        return facts.month()
                .atDay(1)
                .datesUntil(facts.month().plusMonths(1).atDay(1))
                .filter(day -> !facts.completeDays().contains(day))
                .toList();
    }
}
