package dev.countersign.jobs;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.FundedBook;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** The feed of five dates, from 2026-11-21 on, that gives every step of a night something to do. */
final class NightTraffic {

    /** The time at which all of it has been read. */
    static final String NOW = "2026-11-27T02:00:00Z";

    private static final int CARDS = 40;
    private static final String FUNDED = "2026-11-21T00:00:00Z";
    private static final long FUNDS = 1_300_000;

    private NightTraffic() {}

    /** The same feed on each database, from the seed. */
    static NightRun written(PostgresExtension postgres, NightRun run, long seed) {
        run.at(NOW);
        SplittableRandom feed = new SplittableRandom(seed);
        List<CardId> cards = new ArrayList<>();
        for (int i = 0; i < CARDS; i++) {
            cards.add(run.book.card(null, null, null));
        }
        // Less than all of them ask for: the last are declined, and what clears takes it below
        // zero.
        var unused =
                new FundedBook(postgres.dataSource(), run.book, () -> Instant.parse(FUNDED))
                        .ofProgram(FUNDS);
        for (int i = 0; i < CARDS * 4; i++) {
            CardId card = cards.get(feed.nextInt(CARDS));
            int day = 21 + feed.nextInt(4);
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
        run.total("2026-11-24", 1, 3, 9_500, "2026-11-24T09:00:00Z");
        run.total("2026-11-25", 1, 3, 9_500, "2026-11-25T09:00:00Z");
        run.decide();
        run.jdbi.useHandle(
                handle ->
                        handle.execute(
                                """
                                update transaction
                                   set hold_until = hold_until - 6
                                 where amount_minor % 2 = 0
                                """));
        return run; // half of the holds end while the dates last
    }

    /** A moment of a day of November. */
    static String at(int day, SplittableRandom random) {
        return String.format(
                Locale.ROOT,
                "2026-11-%02dT%02d:%02d:%02dZ",
                day,
                random.nextInt(24),
                random.nextInt(60),
                random.nextInt(60));
    }
}
