package dev.countersign.bench.race;

import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.OpenLoop;
import dev.countersign.bench.peer.Membership;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.StageFailed;
import dev.countersign.ingest.feed.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Measurement of the cost of a {@code kill -9} in the middle of the traffic: the time until a
 * process that is started at once answers the first later request, and what was lost or done twice.
 * The peer runs with sessions of six seconds, as it is mostly tuned for this. Where there is more
 * than one turn, it also runs as a standing member, which does not wait for them. The sender of the
 * requests is slow at first, and takes processor time that the first contestant to be measured
 * would need.
 */
public final class Recovery {

    private static final int PARTITIONS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PEER = "Kafka Streams, 6 s sessions";
    private static final String STANDING = "Kafka Streams, standing member";
    private static final String MEASUREMENT = "kill -9 to the next decision";

    private final Course course;
    private final Stage stage;
    private final Scale.Schedule scale;
    private final List<Double> lost = new ArrayList<>();
    private final List<Double> doubled = new ArrayList<>();
    private int peers;

    public Recovery(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().schedule();
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        course.report().settings("requests", OpenLoop.SETTINGS);
        course.report().settings(Decisions.PRODUCT, ProductProcess.SETTINGS);
        boolean several = scale.recoveryPairs() > 1;
        course.report().settings(PEER, StreamsProcess.eagerSettings(Membership.SESSION));
        if (several) {
            course.report().settings(STANDING, StreamsProcess.eagerSettings(Membership.STANDING));
        }
        String book = course.book(course.scale().feed().cards());
        List<Double> product = new ArrayList<>();
        List<Double> peer = new ArrayList<>();
        List<Double> standing = new ArrayList<>();
        if (several) {
            course.tell(
                    "recovery: a turn whose time does not count, in which the requests get going");
            var unused = product(book);
        }
        for (int pair = 1; pair <= scale.recoveryPairs(); pair++) {
            course.tell("recovery: turn " + pair + " of " + scale.recoveryPairs());
            product.add(product(book));
            peer.add(peer(Membership.SESSION));
            if (several) {
                standing.add(peer(Membership.STANDING));
            }
        }
        stage.drop(book);
        course.report().add(Line.of(MEASUREMENT, Decisions.PRODUCT, Figure.median(product), "s"));
        compare("recovery_to_streams", PEER, product, peer, 0.5, 0.2);
        if (several) {
            // Like the product, it waits for no session: whoever starts sooner is first.
            compare("recovery_to_standing_streams", STANDING, product, standing, 1, 0.5);
        }
        course.report().add(Figure.none("recovery_lost", lost));
        course.report().add(Figure.none("recovery_doubled", doubled));
    }

    private void compare(
            String figure,
            String contestant,
            List<Double> product,
            List<Double> peer,
            double goal,
            double moonshot) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < product.size(); i++) {
            ratios.add(product.get(i) / peer.get(i));
        }
        course.report().add(Line.of(MEASUREMENT, contestant, Figure.median(peer), "s"));
        course.report().add(Figure.atMost(figure, ratios, goal, moonshot));
    }

    private double product(String book) throws InterruptedException {
        String database = stage.copyOf(book);
        course.feed().recreate(PARTITIONS);
        try {
            Child first = course.stream(database, PARTITIONS);
            ProductProcess.awaitReady(first);
            Killed killed =
                    kill(
                            first,
                            () -> ProductProcess.stream(stage, database, PARTITIONS),
                            Topics.DECISIONS);
            BitSet recorded = recorded(database);
            long rows = stage.number(database, "select count(*) from transaction");
            doubled.add((double) rows - recorded.cardinality());
            recorded.and(killed.answered());
            lost.add((double) killed.sent() - recorded.cardinality());
            return killed.seconds();
        } finally {
            stage.drop(database);
        }
    }

    /** The numbers of the requests that have a row. */
    private BitSet recorded(String database) {
        BitSet numbers = new BitSet();
        stage.database(database)
                .useHandle(
                        handle ->
                                handle.createQuery("select message_id from transaction")
                                        .mapTo(UUID.class)
                                        .forEach(
                                                id ->
                                                        numbers.set(
                                                                Math.toIntExact(
                                                                        BenchMessages.number(
                                                                                id)))));
        return numbers;
    }

    private double peer(Membership membership) throws InterruptedException {
        peers++;
        String application = "bench-recovery-" + peers;
        String rows = StreamsProcess.rows(application);
        course.feed().recreate(PARTITIONS);
        course.feed().create(rows, PARTITIONS);
        stage.checkpoint();
        try {
            Child first = StreamsProcess.startEager(stage, application, PARTITIONS, membership);
            StreamsProcess.awaitReady(first);
            return kill(
                            first,
                            () ->
                                    StreamsProcess.startEager(
                                            stage, application, PARTITIONS, membership),
                            rows)
                    .seconds();
        } finally {
            course.feed().delete(rows);
        }
    }

    private record Killed(double seconds, int sent, BitSet answered) {}

    /** In the middle of the traffic. */
    private Killed kill(Child first, Supplier<Child> again, String answers)
            throws InterruptedException {
        BenchMessages messages = BenchMessages.ofToday(course.scale().feed().cards());
        try (OpenLoop loop =
                new OpenLoop(
                        stage.brokers(),
                        answers,
                        messages,
                        scale.rate(),
                        scale.recoverySeconds(),
                        0)) {
            loop.start();
            // It is killed while requests come, and not as they begin.
            Thread.sleep(Duration.ofSeconds(Math.min(5, scale.recoverySeconds() / 2)));
            first.kill();
            long killedAt = loop.watch();
            try (Child second = again.get()) {
                loop.finish(PATIENCE);
                second.requireAlive();
                if (loop.firstAfter() == 0) {
                    throw new StageFailed(
                            String.format(
                                    Locale.ROOT,
                                    "nobody decided in %d s after kill -9",
                                    PATIENCE.toSeconds()));
                }
                return new Killed(
                        (loop.firstAfter() - killedAt) / 1e9, loop.count(), loop.answered());
            }
        } finally {
            first.close();
        }
    }
}
