package dev.countersign.bench.race;

import dev.countersign.bench.course.Contest;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.course.Turn;
import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.BenchNight;
import dev.countersign.bench.load.Spread;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.stage.Stage;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Jdbi;

/**
 * Measurement of the requests decided per second over books and with traffic as they are in use,
 * beside a plain book of as many cards with traffic that falls evenly; and of funding accounts,
 * beside the same cards without.
 */
public final class BookDecisions {

    private static final String PLAIN = "plain book";
    private static final String TENTH = "a tenth of the cards";
    private static final int LONG_CARD_ROWS_MAX = 100_000;

    private final Course course;
    private final Stage stage;
    private final Scale.Feed scale;
    private final List<String> books = new ArrayList<>();
    private String filled = "";

    public BookDecisions(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().feed();
    }

    /** Measures books of many cards. */
    public void run() throws InterruptedException {
        int cards = course.scale().bookCards();
        String plain = keep(course.book(cards));
        String tenth = keep(course.book(cards / 10));
        String own = keep(course.changed(plain, BenchBook::giveOwnLimits));
        String replaced = keep(course.changed(plain, BenchBook::replace));
        String longCard = keep(stage.copyOf(plain));
        int rows = Math.min(LONG_CARD_ROWS_MAX, cards);
        writeLongCard(stage.database(longCard), rows);
        Contest<Turn> race =
                new Contest<Turn>(course, String.format(Locale.ROOT, "decisions, %d cards", cards))
                        .enter(PLAIN, () -> turn(plain, cards, Spread.EVEN))
                        .enter("own limits", () -> turn(own, cards, Spread.EVEN))
                        .enter("30 % replaced", () -> turn(replaced, cards, Spread.EVEN))
                        .enter(TENTH, () -> turn(tenth, cards / 10, Spread.EVEN))
                        .enter("Zipf", () -> turn(plain, cards, Spread.ZIPF))
                        .enter("a fifth on one card", () -> turn(plain, cards, Spread.HOT))
                        .enter("a long card", () -> turn(longCard, cards, Spread.LONG))
                        .run(course.scale().turns());
        course.report()
                .settings(
                        "a long card",
                        rows + " purchases of this month before, and one in a hundred requests");
        Turn.report(course, race, Decisions.UNIT);
        race.compare(Goal.OWN_LIMITS_TO_PLAIN_BOOK, "own limits", PLAIN, Turn::rate)
                .compare(Goal.REPLACED_TO_PLAIN_BOOK, "30 % replaced", PLAIN, Turn::rate)
                .compare(Goal.ZIPF_TO_PLAIN_BOOK, "Zipf", PLAIN, Turn::rate)
                .compare(Goal.HOT_CARD_TO_PLAIN_BOOK, "a fifth on one card", PLAIN, Turn::rate)
                .compare(Goal.LONG_CARD_TO_PLAIN_BOOK, "a long card", PLAIN, Turn::rate)
                .compare(Goal.PLAIN_BOOK_TO_A_TENTH, PLAIN, TENTH, Turn::rate);
        drop();
    }

    /** Measures funding accounts: one for all cards, and one for each customer. */
    public void runFunds() throws InterruptedException {
        int cards = scale.cards();
        String none = keep(course.book(cards));
        String one = keep(course.changed(none, BenchBook::fundAllCards));
        String each = keep(course.changed(none, BenchBook::fundEachCustomer));
        Contest<Turn> race =
                new Contest<Turn>(course, "decisions, funded")
                        .enter("no funding accounts", () -> turn(none, cards, Spread.EVEN))
                        .enter("one for all cards", () -> turn(one, cards, Spread.EVEN))
                        .enter("one a customer", () -> turn(each, cards, Spread.EVEN))
                        .run(course.scale().turns());
        Turn.report(course, race, Decisions.UNIT);
        race.compare(
                        Goal.FUNDS_ONE_ACCOUNT_TO_NONE,
                        "one for all cards",
                        "no funding accounts",
                        Turn::rate)
                .compare(
                        Goal.FUNDS_ACCOUNT_A_CUSTOMER_TO_NONE,
                        "one a customer",
                        "no funding accounts",
                        Turn::rate);
        drop();
    }

    /** Purchases of the first card, from the begin of the month until now. */
    private static void writeLongCard(Jdbi jdbi, int rows) {
        OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
        LocalDate first = now.toLocalDate().withDayOfMonth(1);
        Duration month = Duration.between(first.atStartOfDay().atOffset(ZoneOffset.UTC), now);
        new BenchNight(jdbi, 1, BenchNight.FORMER_PARTITION)
                .writeHistory(rows, first, Math.max(1, month.toNanos() / 1_000 / rows));
    }

    private Turn turn(String book, int cards, Spread spread) throws InterruptedException {
        String wanted = cards + " " + spread;
        if (!filled.equals(wanted)) {
            course.fill(1, BenchMessages.ofToday(cards, spread), scale.messages());
            filled = wanted;
        }
        return course.decide(book, 1);
    }

    private String keep(String book) {
        books.add(book);
        return book;
    }

    private void drop() {
        books.forEach(stage::drop);
        books.clear();
        filled = "";
    }
}
