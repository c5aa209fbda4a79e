package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.Columns;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.StepCounts;
import java.util.List;
import java.util.Locale;

/** The columns of a night: in a list its state, alone each of its steps. */
final class NightRow {

    static final Columns<Night> RUNS =
            Columns.<Night>of()
                    .number("id", Night::id)
                    .text("job", night -> "nightly")
                    .text("mode", night -> night.mode().wire())
                    .text("business_date", Night::businessDate)
                    .number("number", Night::number)
                    .text("status", night -> night.state().wire())
                    .time("started_at", Night::startedAt)
                    .time("ended_at", Night::endedAt)
                    .text("failure", Night::failure)
                    .details("job", "number", "ended_at");

    static final Columns<Step> STEPS =
            steps(
                    Columns.<Step>of()
                            .number("id", row -> row.night().id())
                            .text("mode", row -> row.night().mode().wire())
                            .text("business_date", row -> row.night().businessDate())
                            .text("status", row -> row.night().state().wire()),
                    "step_status");

    /** The steps alone, of a night that is named above them. */
    static final Columns<Step> STEPS_OF_ONE = steps(Columns.of(), "status");

    private NightRow() {}

    private static Columns<Step> steps(Columns<Step> before, String status) {
        return before.text("step", row -> row.step().name())
                .text(status, row -> row.step().status().toLowerCase(Locale.ROOT))
                .number("read", row -> row.step().read())
                .number("written", row -> row.step().written())
                .number("skipped", row -> row.step().skipped())
                .text("workers", row -> row.step().workers())
                .details("workers");
    }

    /** One step of a night. */
    record Step(Night night, StepCounts step) {}

    static List<Step> steps(NightReport report) {
        return report.steps().stream().map(step -> new Step(report.night(), step)).toList();
    }
}
