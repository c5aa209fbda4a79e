package dev.countersign.bench.race;

import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.OpenLoop;
import dev.countersign.bench.peer.Membership;
import dev.countersign.bench.peer.StreamsPeer;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.report.Report.Curve;
import dev.countersign.bench.report.Report.Point;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.ingest.feed.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
    private final Scale scale;
    private int streams;

    public Latency(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale();
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        course.report().settings("requests", OpenLoop.SETTINGS);
        course.report().settings(Decisions.PRODUCT, ProductProcess.SETTINGS);
        course.report()
                .settings(
                        PEER,
                        StreamsPeer.SETTINGS
                                + ", standing member (group.instance.id), no linger, commit every 20 ms;"
                                + " no sink: it answers without the database");
        String book = stage.emptyDatabase();
        stage.database(book).useTransaction(handle -> BenchBook.write(handle, scale.cards()));
        List<Histogram> product = new ArrayList<>();
        List<Histogram> peer = new ArrayList<>();
        for (int pair = 1; pair <= scale.latencyPairs(); pair++) {
            course.tell(
                    "latency: %d requests/s, turn %d of %d"
                            .formatted(scale.rate(), pair, scale.latencyPairs()));
            product.add(product(book));
            peer.add(peer());
        }
        stage.drop(book);
        lines(Decisions.PRODUCT, product);
        lines(PEER, peer);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < product.size(); i++) {
            ratios.add(
                    (double) product.get(i).getValueAtPercentile(99)
                            / Math.max(1, peer.get(i).getValueAtPercentile(99)));
        }
        course.report().add(Figure.atMost("latency_p99_to_streams", ratios, 0.7, 0.1));
    }

    private Histogram product(String book) throws InterruptedException {
        String database = stage.copyOf(book);
        course.feed().recreate(PARTITIONS);
        course.feed().forgetProduct();
        stage.checkpoint();
        try (Child child = ProductProcess.stream(stage, database, PARTITIONS)) {
            ProductProcess.awaitReady(child);
            return measure(Topics.DECISIONS);
        } finally {
            stage.drop(database);
        }
    }

    private Histogram peer() throws InterruptedException {
        streams++;
        String application = "bench-latency-" + streams;
        course.feed().recreate(PARTITIONS);
        course.feed().create(application + "-rows", PARTITIONS);
        stage.checkpoint();
        try (Child child =
                StreamsProcess.start(stage, application, PARTITIONS, Membership.STANDING)) {
            child.requireAlive();
            return measure(application + "-rows");
        } finally {
            course.feed().delete(application + "-rows");
        }
    }

    private Histogram measure(String answers) throws InterruptedException {
        BenchMessages messages = BenchMessages.ofToday(scale.cards());
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
            return loop.micros();
        }
    }

    private void lines(String contestant, List<Histogram> runs) {
        String measurement = "latency at %d/s".formatted(scale.rate());
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
