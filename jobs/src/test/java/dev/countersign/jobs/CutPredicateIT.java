package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.night.CutPredicate;
import dev.countersign.jobs.night.Night;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Of each partition a night looks at what lies between the two cuts, however far others are. */
class CutPredicateIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    @Test
    void liesBetweenTheCutsOfEachPartition() {
        NightRun night = new NightRun(POSTGRES, reports);
        CardId card = night.book.card(null, null, null);
        position(night, 1, 5_000_000);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z").decide();
        Night first = night.run("2026-11-21").night();
        position(night, 1, 5_000_007);
        position(night, 2, 3);
        Night second = night.run("2026-11-22").night();
        Night third = night.run("2026-11-23").night();

        assertThat(condition(night, first))
                .isEqualTo(
                        "((rows.feed_partition = 0 and rows.feed_offset >= 0 and rows.feed_offset < 1)"
                                + " or (rows.feed_partition = 1 and rows.feed_offset >= 0"
                                + " and rows.feed_offset < 5000000))");
        assertThat(condition(night, second))
                .isEqualTo(
                        "((rows.feed_partition = 1 and rows.feed_offset >= 5000000"
                                + " and rows.feed_offset < 5000007)"
                                + " or (rows.feed_partition = 2 and rows.feed_offset >= 0"
                                + " and rows.feed_offset < 3))");
        assertThat(condition(night, third)).isEqualTo("false");
    }

    private static String condition(NightRun run, Night night) {
        return run.jdbi.withHandle(handle -> CutPredicate.of(handle, night).in(":fresh(rows)"));
    }

    private static void position(NightRun night, int partition, long next) {
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                """
                                insert into feed_position (topic, partition, next_offset)
                                select topic, ?, ?
                                  from feed_position
                                 where partition = 0
                                    on conflict (topic, partition) do update
                                   set next_offset = excluded.next_offset
                                """,
                                partition,
                                next));
    }
}
