package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settling in one statement gives what the fold would give. The same feed is settled twice: once as
 * it is, and once with a fence around every card, as cards with a replacement have, so that no
 * record is plain and each goes through the fold.
 */
class PlainSettlementIT {

    private static final Logger log = LoggerFactory.getLogger(PlainSettlementIT.class);
    private static final List<String> DATES =
            List.of("2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24");
    private static final int CARDS = 20;

    private static final List<String> BOOK =
            List.of(
                    "select to_jsonb(transaction)::text from transaction order by id",
                    "select to_jsonb(line)::text from settlement_line line order by id",
                    "select to_jsonb(entry)::text from ledger_entry entry order by subject, event, ordinal",
                    "select to_jsonb(open_hold)::text from open_hold order by transaction_id",
                    "select to_jsonb(break)::text from break order by id",
                    "select to_jsonb(total)::text from activity_total total order by 1",
                    "select to_jsonb(total)::text from posting_total total order by 1",
                    "select to_jsonb(part)::text from cycle_part part order by 1",
                    "select to_jsonb(early_arrival)::text from early_arrival order by identity",
                    "select to_jsonb(work)::text from night_work work order by 1");

    @RegisterExtension static final PostgresExtension STATED = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension FOLDED = new PostgresExtension().named("folded");

    @TempDir Path statedReports;
    @TempDir Path foldedReports;

    private final long seed = Long.getLong("test.seed", System.nanoTime());

    @Test
    void writesRowForRowWhatTheFoldWrites() {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        NightRun stated = written(STATED, statedReports);
        NightRun folded = written(FOLDED, foldedReports);
        folded.jdbi.useHandle(
                handle -> handle.execute("insert into card_lineage select id, 0 from card"));

        for (String date : DATES) {
            stated.run(date);
            folded.run(date);
            for (String table : BOOK) {
                assertThat(stated.rows(table))
                        .as(date + ": " + table)
                        .isEqualTo(folded.rows(table));
            }
        }

        assertThat(commits(stated)).isLessThan(commits(folded));
    }

    private static long commits(NightRun run) {
        return Long.parseLong(
                run.rows(
                                """
                                select sum(commit_count)::text
                                  from batch_step_execution
                                 where step_name like 'settle:%'
                                """)
                        .getFirst());
    }

    /** Mostly plain purchases, and beside them whatever makes one not plain. */
    private NightRun written(PostgresExtension postgres, Path folder) {
        NightRun run = new NightRun(postgres, folder).at("2026-11-26T02:00:00Z");
        SplittableRandom feed = new SplittableRandom(seed);
        List<CardId> cards = new ArrayList<>();
        for (int i = 0; i < CARDS; i++) {
            cards.add(run.book.card(null, null, null));
        }
        for (int i = 0; i < CARDS * 4; i++) {
            CardId card = cards.get(feed.nextInt(CARDS));
            int day = 21 + feed.nextInt(3);
            String purchase = "R" + i;
            String arn = "A" + i;
            long amount = feed.nextLong(100, 20_000);
            String authorized = NightTraffic.at(day, feed);
            String cleared = NightTraffic.at(day + feed.nextInt(2), feed);
            String later = NightTraffic.at(day + 1, feed);
            run.request(card, purchase, amount, authorized);
            switch (feed.nextInt(22)) {
                case 0 -> {}
                case 1 -> run.clearing(card, purchase, arn, amount + 1, cleared);
                case 2 -> run.clearing(card, purchase, arn, amount - 1, cleared);
                case 3 -> {
                    run.clearing(card, purchase, arn, amount, cleared);
                    run.clearing(card, purchase, "B" + i, amount, later);
                }
                case 4 -> {
                    run.reversal(card, purchase, amount, authorized);
                    run.clearing(card, purchase, arn, amount, cleared);
                }
                case 5 -> {
                    run.refundOf(card, purchase, "F" + i, "C" + i, amount, authorized);
                    run.clearing(card, purchase, arn, amount, later);
                }
                case 6 -> {
                    run.clearingReversal(card, purchase, arn, amount, authorized);
                    run.clearing(card, purchase, arn, amount, later);
                }
                case 7 -> {
                    run.clearing(card, purchase, arn, amount, cleared);
                    run.clearing(card, "N" + i, "B" + i, amount, later);
                }
                case 8 -> run.clearing(card, purchase, "A" + (i - 1), amount, cleared);
                case 9 -> {
                    run.request(card, purchase, amount, later);
                    run.clearing(card, purchase, arn, amount, later);
                }
                case 10 -> {
                    run.cash(card, "Z" + i, amount, cleared);
                    run.clearing(card, purchase, arn, amount, cleared);
                }
                case 11 -> {
                    run.clearing(card, purchase, arn, amount, cleared);
                    run.clearingReversal(card, purchase, arn, amount, later);
                }
                default -> run.clearing(card, purchase, arn, amount, cleared);
            }
        }
        for (int i = 0; i < CARDS; i += 7) {
            run.book.freeze(cards.get(i));
        }
        return run.decide();
    }
}
