package dev.countersign.bench.race;

import dev.countersign.bench.course.Contest;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.ProductProcess;
import dev.countersign.bench.course.Stopwatch;
import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.race.DecisionBytes.WrittenBytes;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The night of a month's last day, after nine others, over records of all kinds, as the stream took
 * them in ten days: about one record a card and day, of which one in ten is no exact match,
 * refunds, holds that stay open. Beside it plain statements over the same records.
 */
public final class MixedNight {

    private static final String PRODUCT = "Countersign, night";
    private static final String FLOOR = "plain statements";
    private static final Duration NIGHT_MAX = Duration.ofHours(4);
    private static final int RECORDS_A_CARD = 10;
    private static final int MESSAGES_A_RECORD = 2;
    private static final int SECONDS_MAX = 1_800;

    /** The counts of what the night was about, once it is over. */
    private static final Map<String, String> COUNTS =
            Map.of(
                    "settlement lines", "select count(*) from settlement_line",
                    "open breaks", "select count(*) from break where state = 'open'",
                    "open holds", "select count(*) from open_hold");

    private final Course course;
    private final Stage stage;
    private final LocalDate monthEnd = LocalDate.now(ZoneOffset.UTC).withDayOfMonth(1).minusDays(1);
    private final Map<String, Long> counted = new TreeMap<>();
    private WrittenBytes empty = new WrittenBytes(0, 0);
    private double bytes;

    public MixedNight(Course course) {
        this.course = course;
        this.stage = course.stage();
    }

    /**
     * One turn.
     *
     * @param whole seconds that all of it took, and {@code steps} each step
     */
    private record MixedTurn(double whole, Map<String, Double> steps) {}

    /** Measures it. */
    public void run() throws InterruptedException {
        int records = course.scale().nightRecords();
        String book = write(records);
        Contest<MixedTurn> race =
                new Contest<MixedTurn>(
                                course,
                                String.format(
                                        Locale.ROOT,
                                        "night of %d records, mixed",
                                        stage.number(
                                                book,
                                                "select count(*) from clearing where created_at >= ?",
                                                monthEnd)))
                        .enter(PRODUCT, () -> night(book))
                        .enter(FLOOR, () -> statements(book))
                        .run(course.scale().turns());
        stage.drop(book);
        course.report().settings(PRODUCT, NightSteps.SETTINGS);
        course.report().settings(FLOOR, NightStatements.SETTINGS);
        for (String contestant : race.contestants()) {
            course.report()
                    .add(
                            Line.of(
                                    race.title(),
                                    contestant,
                                    race.median(contestant, MixedTurn::whole),
                                    "s"));
        }
        NightSteps.report(
                course, race.title(), race.of(PRODUCT).stream().map(MixedTurn::steps).toList());
        counted.forEach(
                (what, count) ->
                        course.report().add(Line.of(race.title(), what, count, "rows after it")));
        course.report()
                .add(
                        Line.of(
                                race.title(),
                                "a purchase, to its settlement",
                                bytes,
                                "bytes of rows and indexes"));
        race.compare(Goal.MIXED_NIGHT_TO_STATEMENTS, PRODUCT, FLOOR, MixedTurn::whole);
    }

    /** What the stream made of a mixed feed. */
    private String write(int records) throws InterruptedException {
        int cards = Math.max(1, records / RECORDS_A_CARD);
        int messages = records * MESSAGES_A_RECORD;
        String plain = course.book(cards);
        String book = course.changed(plain, BenchBook::giveSimulatedRules);
        stage.drop(plain);
        empty = WrittenBytes.now(stage, book);
        course.fillMixed(cards, monthEnd, messages);
        course.log("night: the stream takes the mix");
        try (Child child = course.stream(book, 1)) {
            Stopwatch.ofStream(stage, SECONDS_MAX).await(child, book, messages);
        }
        for (LocalDate day = monthEnd.minusDays(Course.MIXED_DAYS - 1L);
                day.isBefore(monthEnd);
                day = day.plusDays(1)) {
            course.log("night: of " + day + ", which does not count");
            runNight(book, day);
        }
        stage.database(book).useTransaction(BenchBook::forgetChanges);
        stage.database(book).useHandle(handle -> handle.execute("vacuum analyze"));
        return book;
    }

    private MixedTurn night(String book) throws InterruptedException {
        String database = stage.copyWithHome(book);
        stage.checkpoint();
        long begun = System.nanoTime();
        runNight(database, monthEnd);
        double whole = (System.nanoTime() - begun) / 1e9;
        long purchases = stage.number(database, "select count(*) from transaction");
        bytes = WrittenBytes.now(stage, database).since(empty, (double) purchases).rows();
        COUNTS.forEach((what, sql) -> counted.put(what, stage.number(database, sql)));
        MixedTurn night = new MixedTurn(whole, NightSteps.seconds(stage.database(database)));
        stage.drop(database);
        return night;
    }

    private void runNight(String database, LocalDate day) throws InterruptedException {
        try (Child child = ProductProcess.night(stage, database, day.toString())) {
            child.awaitEnd(NIGHT_MAX);
        }
    }

    private MixedTurn statements(String book) {
        String database = stage.copyOf(book);
        stage.checkpoint();
        MixedTurn night =
                new MixedTurn(
                        NightStatements.run(stage.database(database), monthEnd).all(), Map.of());
        stage.drop(database);
        return night;
    }
}
