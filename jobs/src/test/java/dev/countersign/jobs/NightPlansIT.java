package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.TakenPlans.Step;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The work of a night grows with its records. A join of each record to each card would go unseen
 * among the handful of cards of other tests, and take hours where there are a million.
 */
class NightPlansIT {

    private static final String DATE = "2026-11-21";
    private static final int RECORDS = 6_000;
    private static final int CARDS = 600;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    @Test
    void goesThroughAHandfulOfRowsForEachRecordInEveryStepOfEveryStatement() {
        TakenPlans plans = new TakenPlans();
        NightRun night = new NightRun(POSTGRES, NightSettings.with(reports), plans::told);
        ManyRecords.write(night, DATE, RECORDS, CARDS);

        night.run(DATE);

        assertThat(night.rows("select status || ' ' || count(*) from transaction group by status"))
                .containsExactly("settled " + RECORDS);
        List<Step> steps = plans.steps();
        assertThat(steps)
                .extracting(Step::statement)
                .anyMatch(said -> said.contains("update transaction"));
        assertThat(steps.getFirst().rows()).as("%s", steps.getFirst()).isLessThan(10.0 * RECORDS);
    }
}
