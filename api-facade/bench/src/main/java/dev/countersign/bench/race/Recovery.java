package dev.countersign.bench.race;

import dev.countersign.bench.course.Contest;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.ProductProcess;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.course.SteadyRate;
import dev.countersign.bench.course.StreamsProcess;
import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.OpenLoop;
import dev.countersign.bench.peer.Membership;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.StageFailure;
import dev.countersign.ingest.feed.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Measurement of the cost of a {@code kill -9} in the middle of the traffic, over many cards and a
 * history: the time until a process that is started at once answers the first later request, and
 * until nothing waits any more; and what was lost or done twice. The peer is a standing member,
 * which waits for no session, and has no history to restore. The sender of the requests is slow at
 * first, and takes processor time that the first contestant to be measured would need.
 */
public final class Recovery {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PEER = "Kafka Streams, standing member";

    private static final int LOOK_EVERY_MS = 10;

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

    /**
     * What a kill cost.
     *
     * @param seconds until the next decision
     * @param drained seconds until nothing waited any more
     */
    private record KillResult(double seconds, double drained, int sent, BitSet answered) {}

    /** Measures it. */
    public void run() throws InterruptedException {
        course.report().settings("requests", OpenLoop.SETTINGS);
        course.report().settings(Decisions.PRODUCT, ProductProcess.SETTINGS);
        course.report().settings(PEER, StreamsProcess.eagerSettings(Membership.STANDING));
        StreamsProcess.rehearse(course);
        String book = course.history(course.scale().bookCards(), course.scale().historyRows());
        if (course.scale().turns() > 1) {
            course.log(
                    "recovery: a turn whose time does not count, in which the requests get going");
            var unused = product(book);
        }
        Contest<KillResult> race =
                new Contest<KillResult>(course, "kill -9 to the next decision")
                        .enter(Decisions.PRODUCT, () -> product(book))
                        .enter(PEER, this::peer)
                        .run(course.scale().turns());
        stage.drop(book);
        for (String contestant : race.contestants()) {
            line(race.title(), contestant, race.median(contestant, KillResult::seconds));
            line("kill -9 to no backlog", contestant, race.median(contestant, KillResult::drained));
        }
        race.compare(
                        Goal.RECOVERY_TO_STANDING_STREAMS,
                        Decisions.PRODUCT,
                        PEER,
                        KillResult::seconds)
                .compare(
                        Goal.DRAIN_TO_STANDING_STREAMS,
                        Decisions.PRODUCT,
                        PEER,
                        KillResult::drained);
        course.report().add(Figure.of(Goal.RECOVERY_LOST, lost));
        course.report().add(Figure.of(Goal.RECOVERY_DOUBLED, doubled));
    }

    private void line(String measurement, String contestant, double seconds) {
        course.report().add(Line.of(measurement, contestant, seconds, "s"));
    }

    private KillResult product(String book) throws InterruptedException {
        String database = stage.copyOf(book);
        course.feed().recreate(SteadyRate.PARTITIONS);
        try {
            long before = rows(database);
            Child first = course.stream(database, SteadyRate.PARTITIONS);
            ProductProcess.awaitReady(first);
            KillResult killed =
                    kill(
                            first,
                            () -> ProductProcess.stream(stage, database, SteadyRate.PARTITIONS),
                            Topics.DECISIONS);
            BitSet recorded = recorded(database);
            doubled.add((double) rows(database) - before - recorded.cardinality());
            recorded.and(killed.answered());
            lost.add((double) killed.sent() - recorded.cardinality());
            return killed;
        } finally {
            stage.drop(database);
        }
    }

    private long rows(String database) {
        return stage.number(database, "select count(*) from transaction");
    }

    /** The numbers of the requests that have a row. */
    private BitSet recorded(String database) {
        BitSet numbers = new BitSet();
        stage.database(database)
                .useHandle(
                        handle ->
                                handle.createQuery(
                                                "select message_id from transaction where feed_partition < ?")
                                        .bind(0, SteadyRate.PARTITIONS)
                                        .mapTo(UUID.class)
                                        .forEach(
                                                id ->
                                                        numbers.set(
                                                                Math.toIntExact(
                                                                        BenchMessages.number(
                                                                                id)))));
        return numbers;
    }

    private KillResult peer() throws InterruptedException {
        peers++;
        String application = "bench-recovery-" + peers;
        String rows = StreamsProcess.rows(application);
        course.feed().recreate(SteadyRate.PARTITIONS);
        course.feed().create(rows, SteadyRate.PARTITIONS);
        stage.checkpoint();
        Supplier<Child> start =
                () ->
                        StreamsProcess.startEager(
                                stage,
                                application,
                                Membership.STANDING,
                                course.scale().bookCards());
        try {
            Child first = start.get();
            StreamsProcess.awaitReady(first);
            return kill(first, start, rows);
        } finally {
            course.feed().delete(rows);
        }
    }

    /** In the middle of the traffic. */
    private KillResult kill(Child first, Supplier<Child> again, String answers)
            throws InterruptedException {
        BenchMessages messages = BenchMessages.ofToday(course.scale().bookCards());
        try (OpenLoop loop =
                new OpenLoop(
                        stage.brokers(),
                        answers,
                        messages,
                        scale.rate(),
                        scale.recoverySeconds())) {
            loop.start();
            // It is killed while requests come, and not as they begin.
            Thread.sleep(Duration.ofSeconds(Math.min(5, scale.recoverySeconds() / 2)));
            first.kill();
            long killedAt = loop.watch();
            try (Child second = again.get()) {
                long drainedAt = drained(loop);
                loop.finish(PATIENCE);
                second.requireAlive();
                return new KillResult(
                        (loop.firstAfter() - killedAt) / 1e9,
                        (drainedAt - killedAt) / 1e9,
                        loop.count(),
                        loop.answered());
            }
        } finally {
            first.close();
        }
    }

    /** Waits until no more requests are without an answer than are under way at any time. */
    private long drained(OpenLoop loop) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (loop.firstAfter() == 0
                || loop.waiting() > scale.rate() / SteadyRate.SHARE_UNDER_WAY) {
            if (System.nanoTime() > deadline) {
                throw new StageFailure(
                        loop.waiting()
                                + " requests were not answered in "
                                + PATIENCE.toSeconds()
                                + " s after kill -9");
            }
            Thread.sleep(LOOK_EVERY_MS); // nobody tells when the last of them is heard
        }
        return System.nanoTime();
    }
}
