package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.MessagesInCutPlans.Step;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The work of a night grows with its records, and not with what was settled before. A join of each
 * record to each card, or to all that its card ever did, would go unseen among the handful of rows
 * of other tests, and take hours where there are a million.
 */
class NightPlansIT {

    private static final String DATE = "2026-11-21";
    private static final String DAY_BEFORE = "2026-11-20";
    private static final String MONTH_BEFORE = "2026-10-21";
    private static final int RECORDS = 6_000;
    private static final int HANDFUL = 10;
    private static final int CARDS = 2_000;

    /** So few that the planner may believe in one row of a part, and join that one by one. */
    private static final int RECORDS_PER_RANGE = 1_500;

    /** More than a handful for each record. */
    private static final int SETTLED_PER_CARD = 60;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    @Test
    void goesThroughAHandfulOfRowsForEachRecordInEveryStepOfEveryStatement() {
        MessagesInCutPlans plans = new MessagesInCutPlans();
        NightRun night =
                new NightRun(
                        POSTGRES,
                        new NightSettings(2, RECORDS_PER_RANGE, 100, reports),
                        unasked -> plans.told(POSTGRES.administratorSource()));
        ManyRecords.writeSettled(night, DAY_BEFORE, MONTH_BEFORE, SETTLED_PER_CARD * CARDS, CARDS);
        ManyRecords.write(night, DATE, RECORDS, CARDS);
        // One in twenty presents less than was held, and is not plain.
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                "update clearing set amount_minor = amount_minor - 1 where feed_offset % 20 = 0"));

        night.run(DATE);

        assertThat(
                        night.rows(
                                "select count(*)::text from settlement_line where business_date = '%s'"
                                        .formatted(DATE)))
                .containsExactly(String.valueOf(RECORDS));
        List<Step> steps = plans.steps();
        assertThat(steps)
                .extracting(Step::statement)
                .anyMatch(said -> said.contains("with work as materialized"))
                .anyMatch(said -> said.startsWith("update transaction"));
        assertThat(steps.getFirst().rows())
                .as("%s", steps.getFirst())
                .isLessThan((double) HANDFUL * RECORDS);
    }
}
