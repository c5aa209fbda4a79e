package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two dates of a feed, settled by processes that die at random commits, before or after them: the
 * database and the reports are those of nights that nobody disturbed, to the byte.
 */
class NightKillIT {

    private static final Logger log = LoggerFactory.getLogger(NightKillIT.class);
    private static final List<String> DATES = List.of("2026-11-21", "2026-11-22");
    private static final String NOW = "2026-11-26T02:00:00Z";
    private static final int CARDS = 60;
    private static final int KILLS_PER_DATE_MAX = 60;

    @RegisterExtension static final PostgresExtension KILLED = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension UNDISTURBED = new PostgresExtension().named("undisturbed");

    @TempDir Path killedReports;
    @TempDir Path reports;

    private final long seed = Long.getLong("test.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Set<String> killedAt = new TreeSet<>();
    private int kills;

    @Test
    void leavesTheSameBookAndTheSameFilesHoweverOftenItIsKilled() throws Exception {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        NightRun killed = written(KILLED, killedReports);
        NightRun undisturbed = written(UNDISTURBED, reports);

        for (String date : DATES) {
            undisturbed.run(date);
            killAndFinish(killed, date);
        }

        for (String table : EXPORT) {
            assertThat(killed.rows(table)).as(table).isEqualTo(undisturbed.rows(table));
        }
        assertThat(files(killedReports)).isEqualTo(files(reports));
        for (String date : DATES) {
            assertThat(killed.nights.rerun(Mode.SANDBOX, LocalDate.parse(date))).isEmpty();
        }
        log.info("kills={} in steps={}", kills, killedAt);
        assertThat(kills).isGreaterThanOrEqualTo(5);
        assertThat(killedAt).contains("settle");
    }

    private void killAndFinish(NightRun killed, String date) throws Exception {
        for (int i = 0; i < KILLS_PER_DATE_MAX; i++) {
            int commits = random.nextInt(3, 40);
            boolean lastHappens = random.nextBoolean();
            try (ChildJvm night =
                    ChildJvm.run(
                            NightProcess.class,
                            KILLED.url(),
                            NOW,
                            date,
                            killedReports.toString(),
                            String.valueOf(commits),
                            String.valueOf(lastHappens))) {
                String said = night.output();
                int exit = night.exitCode();
                if (exit == 0) {
                    assertThat(said).contains("ENDED COMPLETED");
                    return;
                }
                assertThat(exit).as(said).isEqualTo(137);
            }
            List<String> at = killed.rows(RUNNING);
            log.info("killed date={} commits={} at={}", date, commits, at);
            killedAt.addAll(at);
            kills++;
            if (complete(killed, date)) {
                return;
            }
        }
        killed.run(date);
    }

    /** The step that was running when the process died. */
    private static final String RUNNING =
            """
            select split_part(step_name, ':', 1)
              from batch_step_execution
             order by step_execution_id desc
             limit 1
            """;

    /** It died after the last commit of the night itself, before the job could say so. */
    private static boolean complete(NightRun killed, String date) {
        return killed.rows(
                        "select 'completed' from night where state = 'completed' and business_date = '"
                                + date
                                + "'")
                .contains("completed");
    }

    /** The same feed on each database, from the seed. */
    private NightRun written(PostgresExtension postgres, Path folder) {
        NightRun run = new NightRun(postgres, folder).at(NOW);
        SplittableRandom feed = new SplittableRandom(seed);
        List<CardId> cards = new ArrayList<>();
        for (int i = 0; i < CARDS; i++) {
            cards.add(run.book.card(null, null, null));
        }
        for (int i = 0; i < CARDS * 3; i++) {
            CardId card = cards.get(feed.nextInt(CARDS));
            int day = 21 + feed.nextInt(3);
            String reference = "R" + i;
            long amount = feed.nextLong(100, 20_000);
            run.request(card, reference, amount, at(day, feed));
            int fate = feed.nextInt(20);
            if (fate == 0) {
                run.reversal(card, reference, amount, at(day, feed));
            } else if (fate < 16) {
                long cleared = fate == 1 ? amount * 2 : amount;
                run.clearing(card, reference, "A" + i, cleared, at(day + feed.nextInt(2), feed));
            }
            if (fate == 3) {
                run.clearing(card, reference, "B" + i, amount, at(day + 1, feed));
            }
            if (fate == 4) {
                run.refundOf(card, reference, "F" + i, "C" + i, amount, at(day + 1, feed));
            }
            if (fate == 5) {
                run.clearing(null, "U" + i, "D" + i, amount, at(day, feed));
            }
            if (fate == 6) {
                run.cash(card, "Z" + i, amount, at(day, feed));
            }
        }
        return run.decide();
    }

    private static String at(int day, SplittableRandom random) {
        return "2026-11-%02dT%02d:%02d:%02dZ"
                .formatted(day, random.nextInt(24), random.nextInt(60), random.nextInt(60));
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().endsWith(".tmp"))
                    .filter(file -> !file.toString().contains(".draft-"))
                    .forEach(file -> files.put(folder.relativize(file).toString(), content(file)));
        }
        return files;
    }

    private static String content(Path file) {
        try {
            return HexFormat.of().formatHex(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final List<String> EXPORT =
            List.of(
                    "select to_jsonb(transaction)::text from transaction order by id",
                    "select to_jsonb(settlement_line)::text from settlement_line order by id",
                    "select to_jsonb(ledger_entry)::text from ledger_entry order by subject, event, ordinal",
                    "select to_jsonb(ledger_day)::text from ledger_day order by 1",
                    "select to_jsonb(open_hold)::text from open_hold order by transaction_id",
                    "select to_jsonb(break)::text from break order by id",
                    "select to_jsonb(dispute)::text from dispute order by id",
                    "select to_jsonb(dispute_decision)::text from dispute_decision order by break_id",
                    "select to_jsonb(activity_total)::text from activity_total order by 1",
                    "select to_jsonb(posting_total)::text from posting_total order by 1",
                    "select to_jsonb(cycle_part)::text from cycle_part order by 1",
                    "select to_jsonb(early_arrival)::text from early_arrival order by identity",
                    "select to_jsonb(report_issue)::text from report_issue order by 1",
                    "select to_jsonb(night_work)::text from night_work order by 1");
}
