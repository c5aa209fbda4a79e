package dev.countersign.jobs.month;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.settlement.MonthClose;
import dev.countersign.reconcile.domain.settlement.MonthClose.Facts;
import dev.countersign.reconcile.domain.settlement.MonthClose.Obstacle;
import dev.countersign.reconcile.domain.settlement.MonthClose.Stage;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Closes months: softly when all of one is proved, then hard, by two operators. A hard closed month
 * is kept as it added up, with the hash of its inputs; what comes later for it is booked by the
 * night that takes it, in that night's month.
 */
public final class Months {

    private final Database database;
    private final InstantSource clock;
    private final MonthStore months = new MonthStore();

    public Months(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * The standing of a month.
     *
     * @param obstacles what stands in the way of closing it; nothing for a hard closed one
     * @param missingDays those whose night is not complete; nothing for a hard closed one
     * @param unexplained critical and high breaks that nobody explained; 0 for a hard closed one
     * @param unmatched value dates of a currency on which the bank does not agree with the
     *     networks; nothing for a hard closed one
     * @param inputs hash of what it was computed from as it was closed hard, else as it is now
     * @param unchanged false when a hard closed month does not come out as it did
     */
    public record MonthStatus(
            Mode mode,
            YearMonth month,
            Stage stage,
            List<Obstacle> obstacles,
            List<LocalDate> missingDays,
            long unexplained,
            List<String> unmatched,
            String inputs,
            boolean unchanged) {

        /** Returns the obstacles that stand in the way, each with what it takes to remove it. */
        public List<String> waysOut() {
            return obstacles.stream()
                    .map(obstacle -> "%s (%s)".formatted(words(obstacle.wire()), wayOut(obstacle)))
                    .toList();
        }

        private String wayOut(Obstacle obstacle) {
            return switch (obstacle) {
                case BEFORE_THE_BOOKS -> "no night was run for it or before it";
                case DAYS_NOT_COMPLETE ->
                        "%s, the first %s; 'job run nightly' completes them, and says which is next"
                                .formatted(missingDays.size(), missingDays.getFirst());
                case BREAKS_NOT_EXPLAINED ->
                        "%s critical or high; 'breaks explain' or 'breaks resolve' each"
                                .formatted(unexplained);
                case SUSPENSE_NOT_LISTED -> "the night of the month's last day lists it";
                case BANK_NOT_MATCHED ->
                        "%s value dates, the first %s; 'bank import' what was paid, have the network send totals that are complete, and explain what differs: the report 'bank' has the amounts"
                                .formatted(unmatched.size(), unmatched.getFirst());
                case CURRENCY_NOT_REVALUED ->
                        "what accounts 1900 and 1901 carry was not valued at its end; 'fx import' the rates (a CSV of"
                                + " your own where the European Central Bank publishes none), and the next night does"
                                + " it";
            };
        }
    }

    /** Returns the current standing of a month. */
    public MonthStatus show(Mode mode, YearMonth month) {
        return database.read(handle -> standing(handle, mode, month));
    }

    /** The months that nights belong to, the newest first, each with how far it is closed. */
    public List<MonthCloseRecord> list(Mode mode) {
        return database.read(handle -> months.list(handle, mode));
    }

    /**
     * The stage to which a month is closed, and the operators that closed it.
     *
     * @param softClosedBy null while it is open
     * @param hardClosedBy null while it may be opened again
     * @param approvedBy who agreed to close it for good
     */
    public record MonthCloseRecord(
            YearMonth month,
            Stage stage,
            @Nullable String softClosedBy,
            @Nullable Instant softClosedAt,
            @Nullable String hardClosedBy,
            @Nullable String approvedBy,
            @Nullable Instant hardClosedAt) {}

    /**
     * Closes a month softly.
     *
     * @throws ActionRefusedException when something stands in the way, or it is closed
     */
    public MonthStatus softClose(Mode mode, YearMonth month, String by) {
        requireNamed(by);
        return database.atomically(
                handle -> {
                    months.lock(handle);
                    MonthStatus now = standing(handle, mode, month);
                    requireStage(now, Stage.OPEN);
                    requireNoObstacle(now);
                    months.softClose(handle, mode, month, by, clock.instant());
                    return standing(handle, mode, month);
                });
    }

    /** Names a month of the books of a mode, such as {@code live/2026-11}. */
    public static String subject(Mode mode, YearMonth month) {
        return mode.wire() + "/" + month;
    }

    /**
     * Closes a month for good, in a transaction that is under way.
     *
     * @param by who asked for it
     * @param approvedBy another operator, who agrees
     * @throws ActionRefusedException when something stands in the way, or it is not softly closed
     */
    public MonthStatus hardClose(Mode mode, YearMonth month, String by, String approvedBy) {
        return database.atomically(
                handle -> {
                    requireTwo(by, approvedBy, "A hard close needs two operators.");
                    months.lock(handle);
                    MonthStatus now = standing(handle, mode, month);
                    requireStage(now, Stage.SOFT_CLOSED);
                    requireNoObstacle(now);
                    months.hardClose(handle, mode, month, by, approvedBy, clock.instant());
                    return standing(handle, mode, month);
                });
    }

    /**
     * Opens a month again that is closed softly, in a transaction that is under way. One that is
     * closed for good stays so: what comes later is booked in a month that is open.
     *
     * @param by who asked for it
     * @param approvedBy another operator, who agrees
     * @throws ActionRefusedException when it is not softly closed
     */
    public MonthStatus reopen(Mode mode, YearMonth month, String by, String approvedBy) {
        return database.atomically(
                handle -> {
                    requireTwo(by, approvedBy, "Opening a month again needs two operators.");
                    months.lock(handle);
                    requireStage(standing(handle, mode, month), Stage.SOFT_CLOSED);
                    months.reopen(handle, mode, month);
                    return standing(handle, mode, month);
                });
    }

    private MonthStatus standing(Handle handle, Mode mode, YearMonth month) {
        MonthStore.ClosedMonth closed = months.find(handle, mode, month).orElse(null);
        Stage stage = closed == null ? Stage.OPEN : closed.stage();
        String inputs = months.inputs(handle, mode, month);
        String kept = closed == null ? null : closed.inputs();
        Facts facts = stage == Stage.HARD_CLOSED ? null : months.facts(handle, mode, month);
        return new MonthStatus(
                mode,
                month,
                stage,
                facts == null ? List.of() : MonthClose.obstacles(facts),
                facts == null ? List.of() : MonthClose.missingDays(facts),
                facts == null ? 0 : facts.unexplained(),
                facts == null ? List.of() : facts.unmatched(),
                kept == null ? inputs : kept,
                kept == null || kept.equals(inputs));
    }

    private static void requireNamed(@Nullable String by) {
        if (by == null || by.isBlank()) {
            throw new ActionRefusedException("Say who does it.");
        }
    }

    private static void requireTwo(String by, String approvedBy, String sentence) {
        requireNamed(by);
        if (approvedBy.isBlank() || approvedBy.strip().equalsIgnoreCase(by.strip())) {
            throw new ActionRefusedException(sentence);
        }
    }

    private static void requireStage(MonthStatus now, Stage wanted) {
        if (now.stage() != wanted) {
            throw new ActionRefusedException(
                    "%s is %s%s."
                            .formatted(
                                    now.month(),
                                    words(now.stage().wire()),
                                    wanted == Stage.SOFT_CLOSED && now.stage() == Stage.OPEN
                                            ? ": close it softly first"
                                            : now.stage() == Stage.SOFT_CLOSED
                                                    ? " already: open it again, or close it for good"
                                                    : ""));
        }
    }

    private static void requireNoObstacle(MonthStatus now) {
        if (!now.obstacles().isEmpty()) {
            throw new ActionRefusedException(
                    "%s cannot be closed: %s."
                            .formatted(now.month(), String.join("; ", now.waysOut())));
        }
    }

    private static String words(String wire) {
        return wire.replace('_', ' ');
    }
}
