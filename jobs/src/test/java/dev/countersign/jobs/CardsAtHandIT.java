package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream has cards at hand while nights settle, release and expire what they spent. The same
 * feed is decided twice: by an owner that keeps its cards, and by one that reads them each time.
 */
class CardsAtHandIT {

    private static final Logger log = LoggerFactory.getLogger(CardsAtHandIT.class);
    private static final LocalDate FIRST = LocalDate.of(2026, 11, 10);
    private static final int DAYS = 12;
    private static final int CARDS = 6;

    private static final String ANSWERS =
            "select id || ' ' || status || ' ' || amount_minor || ' ' || response_code"
                    + " from transaction order by id";
    private static final String CODES = "select distinct response_code from transaction";
    private static final String CHANGED = "select distinct card_id::text from card_change";

    @RegisterExtension static final PostgresExtension KEPT = new PostgresExtension();

    @RegisterExtension
    static final PostgresExtension READ = new PostgresExtension().named("read_anew");

    @TempDir Path keptReports;
    @TempDir Path readReports;

    private final long seed = Long.getLong("test.seed", System.nanoTime());

    @Test
    void decidesBetweenNightsAsOneWhoReadsTheCardsEachTime() {
        log.info("seed={} (repeat with -Dtest.seed={})", seed, seed);
        NightRun kept = new NightRun(KEPT, keptReports);
        NightRun read = new NightRun(READ, readReports);
        List<CardId> keptCards = cards(kept);
        List<CardId> readCards = cards(read);

        for (int day = 0; day < DAYS; day++) {
            LocalDate date = FIRST.plusDays(day);
            write(kept, keptCards, date, day);
            write(read, readCards, date, day);
            kept.at(date + "T23:00:00Z").decide();
            read.at(date + "T23:00:00Z").decideAnew();
            assertThat(kept.rows(ANSWERS)).as("on " + date).isEqualTo(read.rows(ANSWERS));
            kept.at(date.plusDays(1) + "T02:00:00Z").run(date.toString());
            read.at(date.plusDays(1) + "T02:00:00Z").run(date.toString());
        }

        assertThat(kept.rows(CODES)).contains("00", "61");
    }

    @Test
    void losesNoCardThatClearedAsItWasHeld() {
        NightRun run = new NightRun(KEPT, keptReports);
        CardId exact = run.book.card(null, null, null);
        CardId above = run.book.card(null, null, null);
        run.request(exact, "R1", 5_000, "2026-11-21T10:00:00Z")
                .clearing(exact, "R1", "A1", 5_000, "2026-11-21T20:00:00Z")
                .request(above, "R2", 5_000, "2026-11-21T10:00:00Z")
                .clearing(above, "R2", "A2", 6_000, "2026-11-21T20:00:00Z")
                .decide()
                .run("2026-11-21");

        assertThat(run.rows(CHANGED)).containsExactly(above.value().toString());
    }

    /** The last has replaced the one before it. */
    private static List<CardId> cards(NightRun run) {
        List<CardId> cards = new ArrayList<>();
        while (cards.size() < CARDS - 1) {
            cards.add(run.book.card(null, 20_000L, 60_000L));
        }
        cards.add(run.book.replacementOf(cards.getLast(), 20_000L));
        return cards;
    }

    /** Purchases of a day, and what comes of some of them on it and on days before. */
    private void write(NightRun run, List<CardId> cards, LocalDate date, int day) {
        SplittableRandom random = new SplittableRandom(seed + day);
        List<String> hours = new ArrayList<>();
        for (int hour = 8; hour < 22; hour++) {
            hours.add(String.format(Locale.ROOT, "%sT%02d:00:00Z", date, hour));
        }
        for (int i = 0; i < CARDS * 3; i++) {
            CardId card = cards.get(random.nextInt(CARDS));
            String purchase = "R" + day + "-" + i;
            String arn = "A" + day + "-" + i;
            long amount = random.nextLong(100, 9_000);
            String at = hours.get(random.nextInt(8));
            String later = hours.get(8 + random.nextInt(6));
            run.request(card, purchase, amount, at);
            switch (random.nextInt(8)) {
                case 0 -> run.increment(card, purchase, amount / 2, later);
                case 1 -> run.reversal(card, purchase, amount / 2, amount / 4, later);
                case 2 -> run.clearing(card, purchase, arn, amount / 3, later);
                case 3 -> run.clearing(card, purchase, arn, amount * 2, later);
                case 4 -> run.clearing(card, "N" + purchase, arn, amount, later);
                case 5 -> {} // its hold expires
                default -> run.clearing(card, purchase, arn, amount, later);
            }
        }
    }
}
