package dev.countersign.bench.race;

import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.OpenLoop;
import dev.countersign.bench.peer.Membership;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.report.Report.Curve;
import dev.countersign.bench.report.Report.Point;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.StageFailed;
import dev.countersign.ingest.feed.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * The time from when a request is due to its answer, at a fixed rate. The product answers after its
 * commit in the database; the peer answers after its commit in Kafka, without a database.
 */
public final class Latency {

    static final String PEER = "Kafka Streams, 20 ms";
    private static final int PARTITIONS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.5, 99.9};

    private final Course course;
    private final Stage stage;
    private final Scale.Schedule scale;
    private int peers;

    public Latency(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().schedule();
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        course.report().settings("requests", OpenLoop.SETTINGS);
        course.report().settings(Decisions.PRODUCT, ProductProcess.SETTINGS);
        course.report().settings(PEER, StreamsProcess.eagerSettings(Membership.STANDING));
        String book = course.book(course.scale().feed().cards());
        List<Histogram> product = new ArrayList<>();
        List<Histogram> peer = new ArrayList<>();
        List<Histogram> events = new ArrayList<>();
        for (int pair = 1; pair <= scale.latencyPairs(); pair++) {
            course.tell(
                    String.format(
                            Locale.ROOT,
                            "latency: %d requests/s, turn %d of %d",
                            scale.rate(),
                            pair,
                            scale.latencyPairs()));
            product.add(product(book, events));
            peer.add(peer());
        }
        stage.drop(book);
        lines(Decisions.PRODUCT, product);
        lines(PEER, peer);
        eventLines(events);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < product.size(); i++) {
            ratios.add(
                    (double) product.get(i).getValueAtPercentile(99)
                            / Math.max(1, peer.get(i).getValueAtPercentile(99)));
        }
        course.report().add(Figure.atMost("latency_p99_to_streams", ratios, 0.7, 0.1));
    }

    private Histogram product(String book, List<Histogram> events) throws InterruptedException {
        String database = stage.copyOf(book);
        course.feed().recreate(PARTITIONS);
        try (Child child = course.stream(database, PARTITIONS)) {
            ProductProcess.awaitReady(child);
            Histogram answers = measure(Topics.DECISIONS);
            events.add(
                    course.feed()
                            .eventLag(
                                    scale.rate() * scale.latencySeconds(),
                                    scale.rate() * scale.latencyWarmUpSeconds(),
                                    PATIENCE));
            return answers;
        } finally {
            stage.drop(database);
        }
    }

    private Histogram peer() throws InterruptedException {
        peers++;
        String application = "bench-latency-" + peers;
        String rows = StreamsProcess.rows(application);
        course.feed().recreate(PARTITIONS);
        course.feed().create(rows, PARTITIONS);
        stage.checkpoint();
        try (Child child =
                StreamsProcess.startEager(stage, application, PARTITIONS, Membership.STANDING)) {
            StreamsProcess.awaitReady(child);
            return measure(rows);
        } finally {
            course.feed().delete(rows);
        }
    }

    private Histogram measure(String answers) throws InterruptedException {
        BenchMessages messages = BenchMessages.ofToday(course.scale().feed().cards());
        try (OpenLoop loop =
                new OpenLoop(
                        stage.brokers(),
                        answers,
                        messages,
                        scale.rate(),
                        scale.latencySeconds(),
                        scale.latencyWarmUpSeconds())) {
            loop.start();
            loop.finish(PATIENCE);
            int answered = loop.answered().cardinality();
            if (answered < loop.count()) {
                // The slowest of all would not be among those that are counted.
                throw new StageFailed(
                        String.format(
                                Locale.ROOT,
                                "%d of %d requests were not answered within %d s",
                                loop.count() - answered,
                                loop.count(),
                                PATIENCE.toSeconds()));
            }
            return loop.micros();
        }
    }

    /** Time from the record of a change until its event was handed to the broker. */
    private void eventLines(List<Histogram> runs) {
        String measurement = String.format(Locale.ROOT, "events at %d/s", scale.rate());
        for (double percentile : new double[] {50, 99, 99.9}) {
            course.report()
                    .add(
                            Line.of(
                                    measurement,
                                    Decisions.PRODUCT,
                                    Figure.median(
                                            runs.stream()
                                                    .map(run -> millis(run, percentile))
                                                    .toList()),
                                    "ms, p" + Figure.shown(percentile).toPlainString()));
        }
    }

    private void lines(String contestant, List<Histogram> runs) {
        String measurement = String.format(Locale.ROOT, "latency at %d/s", scale.rate());
        for (double percentile : new double[] {50, 99, 99.9}) {
            course.report()
                    .add(
                            Line.of(
                                    measurement,
                                    contestant,
                                    Figure.median(
                                            runs.stream()
                                                    .map(run -> millis(run, percentile))
                                                    .toList()),
                                    "ms, p" + Figure.shown(percentile).toPlainString()));
        }
        List<Point> points = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            points.add(
                    new Point(
                            percentile,
                            Figure.median(
                                    runs.stream().map(run -> millis(run, percentile)).toList())));
        }
        course.report().add(new Curve(measurement, contestant, "percentile", "ms", points));
    }

    private static double millis(Histogram run, double percentile) {
        return run.getValueAtPercentile(percentile) / 1_000.0;
    }
}
