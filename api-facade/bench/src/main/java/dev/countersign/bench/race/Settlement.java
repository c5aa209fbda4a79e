package dev.countersign.bench.race;

import dev.countersign.bench.course.Contest;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.ProductProcess;
import dev.countersign.bench.course.Turn;
import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchNight;
import dev.countersign.bench.peer.ChunkPeer;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.Stage.ProcessorTime;
import dev.countersign.bench.stage.StageFailure;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jdbi.v3.core.Jdbi;

/**
 * A night over plain records: how many are settled a second, how long the totals of the day take,
 * and how long all of it. Beside it one statement that updates the same rows, a plain group by, a
 * COPY of the detail, and the framework's own chunk step.
 */
public final class Settlement {

    private static final Duration NIGHT_MAX = Duration.ofHours(2);
    private static final int CARDS_SHARE = 50;
    private static final String UNIT = "records/s";
    private static final String PRODUCT = "Countersign, night";
    private static final String FLOOR = "plain statements";

    private final Course course;
    private final Stage stage;
    private final int records;
    private final LocalDate date = LocalDate.now(ZoneOffset.UTC).minusDays(1);

    public Settlement(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.records = course.scale().nightRecords();
    }

    /**
     * One turn.
     *
     * @param settled the settling
     * @param totals seconds that the totals took, {@code whole} all of it, and {@code steps} each
     *     step
     */
    private record PlainTurn(
            Turn settled, double totals, double whole, Map<String, Double> steps) {}

    /**
     * Measures it.
     *
     * @param besideChunks whether the settling is measured too, beside the framework's
     */
    public void run(boolean besideChunks) throws InterruptedException {
        course.log("night: writing " + records + " purchases and their clearing records");
        String book = stage.emptyDatabase();
        int cards = Math.max(1, records / CARDS_SHARE);
        Jdbi jdbi = stage.database(book);
        jdbi.useTransaction(handle -> BenchBook.write(handle, cards));
        new BenchNight(jdbi, cards).write(date, records);
        Contest<PlainTurn> race =
                new Contest<PlainTurn>(course, String.format(Locale.ROOT, "night of %d", records))
                        .enter(PRODUCT, () -> night(book))
                        .enter(FLOOR, () -> statements(book));
        if (besideChunks) {
            race.enter("Spring Batch, chunk 100", () -> chunks(book, 100))
                    .enter("Spring Batch, chunk 1000", () -> chunks(book, 1_000));
        }
        race.run(course.scale().turns());
        stage.drop(book);
        report(race, besideChunks);
    }

    /** As packaged, in a process of its own; its steps say how long they took. */
    private PlainTurn night(String book) throws InterruptedException {
        String database = stage.copyOf(book);
        stage.checkpoint();
        ProcessorTime before = stage.taken();
        long begun = System.nanoTime();
        double childCpu;
        try (Child child = ProductProcess.night(stage, database, date.toString())) {
            child.awaitEnd(NIGHT_MAX);
            childCpu = child.cpuNanosAtEnd();
        }
        double whole = (System.nanoTime() - begun) / 1e9;
        ProcessorTime taken = stage.taken().since(before);
        requireSettled(database);
        Map<String, Double> steps = NightSteps.seconds(stage.database(database));
        Turn settled =
                turn(
                        Objects.requireNonNull(steps.get("settle")),
                        new ProcessorTime(childCpu, taken.postgres(), Double.NaN));
        stage.drop(database);
        return new PlainTurn(settled, Objects.requireNonNull(steps.get("totals")), whole, steps);
    }

    private Turn turn(double seconds, ProcessorTime taken) {
        return Turn.of(records, seconds, taken, Double.NaN);
    }

    private PlainTurn statements(String book) {
        String database = stage.copyOf(book);
        stage.checkpoint();
        ProcessorTime before = stage.taken();
        NightStatements.Seconds seconds = NightStatements.run(stage.database(database), date);
        requireSettled(database);
        PlainTurn night =
                new PlainTurn(
                        turn(seconds.update(), stage.taken().since(before)),
                        seconds.groupBy(),
                        seconds.all(),
                        Map.of());
        stage.drop(database);
        return night;
    }

    private PlainTurn chunks(String book, int size) throws InterruptedException {
        String database = stage.copyOf(book);
        stage.checkpoint();
        ProcessorTime before = stage.taken();
        double childCpu;
        try (Child child =
                stage.peer("Spring Batch", "chunk", stage.url(database), Integer.toString(size))) {
            child.awaitEnd(NIGHT_MAX);
            childCpu = child.cpuNanosAtEnd();
        }
        ProcessorTime taken = stage.taken().since(before);
        requireSettled(database);
        double seconds =
                Objects.requireNonNull(NightSteps.seconds(stage.database(database)).get("chunk"));
        stage.drop(database);
        return new PlainTurn(
                turn(seconds, new ProcessorTime(childCpu, taken.postgres(), Double.NaN)),
                0,
                seconds,
                Map.of());
    }

    /** A contestant that left some out was not faster. */
    private void requireSettled(String database) {
        long settled =
                stage.number(database, "select count(*) from transaction where status = 'settled'");
        if (settled != records) {
            throw new StageFailure("only " + settled + " of " + records + " records were settled");
        }
    }

    private void report(Contest<PlainTurn> race, boolean besideChunks) {
        course.report().settings(PRODUCT, NightSteps.SETTINGS);
        course.report().settings(FLOOR, NightStatements.SETTINGS);
        line(race, "s, all of it", PlainTurn::whole);
        NightSteps.report(
                course, race.title(), race.of(PRODUCT).stream().map(PlainTurn::steps).toList());
        race.compare(Goal.PLAIN_NIGHT_TO_STATEMENTS, PRODUCT, FLOOR, PlainTurn::whole);
        if (besideChunks) {
            course.report().settings("Spring Batch", ChunkPeer.SETTINGS);
            for (String contestant : race.contestants()) {
                course.report()
                        .add(
                                Turn.line(
                                        "settlement, " + race.title(),
                                        contestant,
                                        UNIT,
                                        race.of(contestant).stream()
                                                .map(PlainTurn::settled)
                                                .toList()));
            }
            race.compare(
                    Goal.SETTLEMENT_TO_UPDATE, PRODUCT, FLOOR, night -> night.settled().rate());
        }
        line(race, "s, totals to group by", PlainTurn::totals);
        race.compare(Goal.TOTALS_TO_GROUP_BY, PRODUCT, FLOOR, PlainTurn::totals);
    }

    private void line(Contest<PlainTurn> race, String unit, ToDoubleFunction<PlainTurn> seconds) {
        for (String contestant : List.of(PRODUCT, FLOOR)) {
            course.report()
                    .add(Line.of(race.title(), contestant, race.median(contestant, seconds), unit));
        }
    }
}
