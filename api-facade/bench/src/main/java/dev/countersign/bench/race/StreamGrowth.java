package dev.countersign.bench.race;

import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.ProductProcess;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.course.Stopwatch;
import dev.countersign.bench.course.Turn;
import dev.countersign.bench.report.Report.Curve;
import dev.countersign.bench.report.Report.Point;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.CpuTime;
import dev.countersign.bench.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Measurement of how the rate and the cost of a decision grow with one thing at a time: the
 * messages decided and recorded at once, the partitions, the cards. Each is run once, to see a
 * shape and not to argue with.
 */
public final class StreamGrowth {

    private static final List<Integer> BATCHES = List.of(10, 50, 200, 500, 2_000);
    private static final List<Integer> PARTITIONS = List.of(1, 2, 4);
    private static final int SECONDS_MAX = 10;
    private static final int REQUESTS_MAX = 400_000;
    private static final int WARM_UP_MAX = 60_000;

    private final Course course;
    private final Stage stage;
    private final Scale.Feed scale;
    private final int requests;
    private final int warmUp;

    public StreamGrowth(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().feed();
        this.requests = Math.min(REQUESTS_MAX, scale.messages());
        this.warmUp = Math.min(WARM_UP_MAX, scale.warmUpMessages());
    }

    private record TurnResult(int x, Turn turn) {}

    /** Measures it. */
    public void run() throws InterruptedException {
        String book = course.book(scale.cards());
        course.fill(1, scale.cards(), requests);
        List<TurnResult> ofBatches = new ArrayList<>();
        for (int batch : BATCHES) {
            course.log("growth: batches of " + batch);
            ofBatches.add(
                    new TurnResult(
                            batch,
                            decide(book, 1, "--countersign.ingest.batch-size-max=" + batch)));
        }
        report("messages in a batch", ofBatches);
        List<TurnResult> ofPartitions = new ArrayList<>();
        for (int partitions : PARTITIONS) {
            course.fill(partitions, scale.cards(), requests);
            course.log(
                    String.format(
                            Locale.ROOT, "growth: %d partition(s), an owner each", partitions));
            ofPartitions.add(
                    new TurnResult(
                            partitions,
                            decide(book, partitions, ProductProcess.owners(partitions))));
        }
        stage.drop(book);
        report("partitions with an owner each", ofPartitions);
        List<TurnResult> ofCards = new ArrayList<>();
        for (int cards : cards()) {
            String other = course.book(cards);
            course.fill(1, cards, requests);
            course.log(String.format(Locale.ROOT, "growth: %d cards", cards));
            ofCards.add(new TurnResult(cards, decide(other, 1)));
            stage.drop(other);
        }
        report("cards", ofCards);
    }

    private List<Integer> cards() {
        List<Integer> cards = new ArrayList<>(List.of(scale.cards() / 10, scale.cards()));
        if (scale.largeCards() > 0) {
            cards.add(scale.largeCards());
        }
        return cards;
    }

    private Turn decide(String book, int partitions, String... settings)
            throws InterruptedException {
        String database = stage.copyOf(book);
        try (Child child = course.stream(database, partitions, settings)) {
            return Stopwatch.ofStream(stage, SECONDS_MAX)
                    .measure(child, database, warmUp, requests);
        } finally {
            stage.drop(database);
        }
    }

    private void report(String what, List<TurnResult> measured) {
        for (TurnResult each : measured) {
            course.report()
                    .add(
                            Turn.line(
                                    "decisions by " + what,
                                    String.format(Locale.ROOT, "%,d %s", each.x(), what),
                                    Decisions.UNIT,
                                    List.of(each.turn())));
        }
        curve("Rate by " + what, what, Decisions.UNIT, measured, Turn::rate);
        if (CpuTime.known()) {
            curve("Processor time of a decision by " + what, what, "us", measured, Turn::cpu);
        }
    }

    private void curve(
            String title,
            String x,
            String y,
            List<TurnResult> measured,
            ToDoubleFunction<Turn> of) {
        List<Point> points =
                measured.stream()
                        .map(each -> new Point(each.x(), of.applyAsDouble(each.turn())))
                        .toList();
        course.report().add(new Curve(title, Decisions.PRODUCT, x, y, points));
    }
}
