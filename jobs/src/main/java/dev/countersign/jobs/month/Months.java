package dev.countersign.jobs.month;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.settlement.MonthClose;
import dev.countersign.reconcile.domain.settlement.MonthClose.Facts;
import dev.countersign.reconcile.domain.settlement.MonthClose.Obstacle;
import dev.countersign.reconcile.domain.settlement.MonthClose.Stage;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Closes months: softly when all of one is proved, then hard, by two persons. A hard closed month
 * is kept as it added up, with the hash of its inputs; what comes later for it is booked by the
 * night that takes it, in that night's month.
 */
public final class Months {

    private final Jdbi jdbi;
    private final InstantSource clock;
    private final MonthStore months = new MonthStore();

    public Months(DataSource dataSource, InstantSource clock) {
        this.jdbi = Jdbi.create(dataSource);
        this.clock = clock;
    }

    /**
     * How a month stands.
     *
     * @param obstacles what stands in the way of closing it; nothing for a hard closed one
     * @param inputs hash of what it was computed from as it was closed hard, else as it is now
     * @param unchanged false when a hard closed month does not come out as it did
     */
    public record Standing(
            Mode mode,
            YearMonth month,
            Stage stage,
            List<Obstacle> obstacles,
            String inputs,
            boolean unchanged) {}

    /** How a month stands now. */
    public Standing show(Mode mode, YearMonth month) {
        return jdbi.inTransaction(handle -> standing(handle, mode, month));
    }

    /**
     * Closes a month softly.
     *
     * @throws MonthRefused when something stands in the way, or it is closed
     */
    public Standing softClose(Mode mode, YearMonth month, String by) {
        requireNamed(by);
        return jdbi.inTransaction(
                handle -> {
                    Standing now = standing(handle, mode, month);
                    requireStage(now, Stage.OPEN);
                    requireNoObstacle(now);
                    months.softClose(handle, mode, month, by, clock.instant());
                    return standing(handle, mode, month);
                });
    }

    /**
     * Closes a month for good.
     *
     * @param by who does it
     * @param approvedBy somebody else, who agrees
     * @throws MonthRefused when something stands in the way, or it is not softly closed
     */
    public Standing hardClose(Mode mode, YearMonth month, String by, String approvedBy) {
        requireNamed(by);
        if (approvedBy.isBlank() || approvedBy.strip().equalsIgnoreCase(by.strip())) {
            throw new MonthRefused("A hard close needs two persons.");
        }
        return jdbi.inTransaction(
                handle -> {
                    Standing now = standing(handle, mode, month);
                    requireStage(now, Stage.SOFT_CLOSED);
                    requireNoObstacle(now);
                    months.hardClose(handle, mode, month, by, approvedBy, clock.instant());
                    return standing(handle, mode, month);
                });
    }

    private Standing standing(Handle handle, Mode mode, YearMonth month) {
        MonthStore.Closed closed = months.find(handle, mode, month).orElse(null);
        Stage stage = closed == null ? Stage.OPEN : closed.stage();
        String inputs = months.inputs(handle, mode, month);
        String kept = closed == null ? null : closed.inputs();
        return new Standing(
                mode,
                month,
                stage,
                stage == Stage.HARD_CLOSED ? List.of() : obstacles(handle, mode, month),
                kept == null ? inputs : kept,
                kept == null || kept.equals(inputs));
    }

    private List<Obstacle> obstacles(Handle handle, Mode mode, YearMonth month) {
        Facts facts = months.facts(handle, mode, month);
        return MonthClose.obstacles(facts);
    }

    private static void requireNamed(@Nullable String by) {
        if (by == null || by.isBlank()) {
            throw new MonthRefused("Say who does it.");
        }
    }

    private static void requireStage(Standing now, Stage wanted) {
        if (now.stage() != wanted) {
            throw new MonthRefused("%s is %s.".formatted(now.month(), words(now.stage().wire())));
        }
    }

    private static void requireNoObstacle(Standing now) {
        if (!now.obstacles().isEmpty()) {
            throw new MonthRefused(
                    "%s cannot be closed: %s."
                            .formatted(
                                    now.month(),
                                    now.obstacles().stream()
                                            .map(obstacle -> words(obstacle.wire()))
                                            .collect(Collectors.joining(", "))));
        }
    }

    private static String words(String wire) {
        return wire.replace('_', ' ');
    }
}
