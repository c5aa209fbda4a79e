package dev.countersign.bench.race;

import dev.countersign.bench.course.Contest;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.ProductProcess;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.course.SteadyRate;
import dev.countersign.bench.course.SteadyRate.Answers;
import dev.countersign.bench.course.StreamsProcess;
import dev.countersign.bench.load.OpenLoop;
import dev.countersign.bench.peer.Membership;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.report.Report.Curve;
import dev.countersign.bench.report.Report.Point;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
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

    private static final String PEER = "Kafka Streams, 20 ms";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.5, 99.9};

    private final Course course;
    private final Stage stage;
    private final Scale.Schedule scale;
    private final SteadyRate rate;
    private final List<Histogram> events = new ArrayList<>();
    private int peers;

    public Latency(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().schedule();
        this.rate = new SteadyRate(course);
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        course.report().settings("requests", OpenLoop.SETTINGS);
        course.report().settings(Decisions.PRODUCT, ProductProcess.SETTINGS);
        course.report().settings(PEER, StreamsProcess.eagerSettings(Membership.STANDING));
        StreamsProcess.rehearse(course);
        String book = course.book(course.scale().feed().cards());
        Contest<Answers> race =
                new Contest<Answers>(
                                course, String.format(Locale.ROOT, "latency at %d/s", scale.rate()))
                        .enter(Decisions.PRODUCT, () -> product(book))
                        .enter(PEER, this::peer)
                        .run(course.scale().turns());
        stage.drop(book);
        rate.report(race);
        race.contestants().forEach(contestant -> curve(race, contestant));
        eventLines();
        race.compare(Goal.LATENCY_P99_TO_STREAMS, Decisions.PRODUCT, PEER, Answers::p99);
    }

    private Answers product(String book) throws InterruptedException {
        String database = stage.copyOf(book);
        try {
            return rate.quiet(
                    database,
                    answers ->
                            events.add(
                                    course.feed()
                                            .eventLag(
                                                    answers.requests(),
                                                    answers.unmeasured(),
                                                    PATIENCE)));
        } finally {
            stage.drop(database);
        }
    }

    private Answers peer() throws InterruptedException {
        peers++;
        String application = "bench-latency-" + peers;
        String rows = StreamsProcess.rows(application);
        course.feed().recreate(SteadyRate.PARTITIONS);
        course.feed().create(rows, SteadyRate.PARTITIONS);
        stage.checkpoint();
        try (Child child =
                StreamsProcess.startEager(
                        stage, application, Membership.STANDING, course.scale().feed().cards())) {
            StreamsProcess.awaitReady(child);
            return rate.measure(child, rows, rate.messages(), () -> {});
        } finally {
            course.feed().delete(rows);
        }
    }

    /** Time from the record of a change until its event was handed to the broker. */
    private void eventLines() {
        for (double percentile : new double[] {50, 99, 99.9}) {
            course.report()
                    .add(
                            Line.of(
                                    String.format(Locale.ROOT, "events at %d/s", scale.rate()),
                                    Decisions.PRODUCT,
                                    Figure.median(
                                            events.stream()
                                                    .map(
                                                            run ->
                                                                    run.getValueAtPercentile(
                                                                                    percentile)
                                                                            / 1_000.0)
                                                    .toList()),
                                    "ms, p" + Figure.shown(percentile).toPlainString()));
        }
    }

    private void curve(Contest<Answers> race, String contestant) {
        List<Point> points = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            points.add(
                    new Point(percentile, race.median(contestant, run -> run.millis(percentile))));
        }
        course.report().add(new Curve(race.title(), contestant, "percentile", "ms", points));
    }
}
