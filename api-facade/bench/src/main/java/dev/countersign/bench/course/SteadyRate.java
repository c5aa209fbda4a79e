package dev.countersign.bench.course;

import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.OpenLoop;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.CpuTime;
import dev.countersign.bench.stage.Stage.ProcessorTime;
import dev.countersign.bench.stage.StageFailure;
import dev.countersign.ingest.feed.topic.Topics;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Requests at a steady rate, and what it took to answer them. */
public final class SteadyRate {

    public static final int PARTITIONS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The longest that something may go on meanwhile. */
    private static final int SECONDS_MAX = 3_600;

    /** So much of a second's traffic is under way when nothing waits. */
    public static final int SHARE_UNDER_WAY = 5;

    private static final int LOOK_EVERY_MS = 10;

    private static final double[] TOLD = {50, 99, 99.9};

    private final Course course;
    private final Scale.Schedule scale;
    private final int perSecond;
    private final BackgroundWork warmUp;

    /** At the rate of the scale. */
    public SteadyRate(Course course) {
        this(course, course.scale().schedule().rate());
    }

    /** At another rate. */
    public SteadyRate(Course course, int perSecond) {
        this(course, perSecond, () -> {});
    }

    private SteadyRate(Course course, int perSecond, BackgroundWork warmUp) {
        this.course = course;
        this.scale = course.scale().schedule();
        this.perSecond = perSecond;
        this.warmUp = warmUp;
    }

    /** The same with something that goes on before it is measured, so that nothing of it is new. */
    public SteadyRate warmedUpBy(BackgroundWork work) {
        return new SteadyRate(course, perSecond, work);
    }

    /**
     * The outcome of a run.
     *
     * @param micros from when each request was due to its answer
     * @param processors that the stream and the servers took of the machine
     * @param unmeasured the first of the requests, while everything warms up
     */
    public record Answers(Histogram micros, double processors, int requests, int unmeasured) {

        /** The 99th of a hundred, in microseconds. */
        public double p99() {
            return micros.getValueAtPercentile(99);
        }

        /** A percentile, in milliseconds. */
        public double millis(double percentile) {
            return micros.getValueAtPercentile(percentile) / 1_000.0;
        }
    }

    /** Something that goes on while requests come. */
    public interface BackgroundWork {
        void run() throws InterruptedException;
    }

    /** Requests of today, on the cards of a plain book. */
    public BenchMessages messages() {
        return BenchMessages.ofToday(course.scale().feed().cards());
    }

    /** The product on a database, with nothing else to do. */
    public Answers quiet(String database) throws InterruptedException {
        return quiet(database, answers -> {});
    }

    /**
     * The product on a database, with nothing else to do.
     *
     * @param afterwards what looks at what it did, before it ends
     */
    public Answers quiet(String database, Consumer<Answers> afterwards)
            throws InterruptedException {
        return product(database, messages(), () -> {}, afterwards);
    }

    /** The product on a database, with its own feed. */
    public Answers product(String database, BenchMessages messages, BackgroundWork meanwhile)
            throws InterruptedException {
        return product(database, messages, meanwhile, answers -> {});
    }

    private Answers product(
            String database,
            BenchMessages messages,
            BackgroundWork meanwhile,
            Consumer<Answers> afterwards)
            throws InterruptedException {
        course.feed().recreate(PARTITIONS);
        try (Child child = course.stream(database, PARTITIONS)) {
            ProductProcess.awaitReady(child);
            Answers answers = measure(child, Topics.DECISIONS, messages, meanwhile);
            afterwards.accept(answers);
            return answers;
        }
    }

    /** Whoever answers in a topic: for the time of the scale, and until what goes on has ended. */
    public Answers measure(
            Child child, String answers, BenchMessages messages, BackgroundWork meanwhile)
            throws InterruptedException {
        try (OpenLoop loop =
                new OpenLoop(course.stage().brokers(), answers, messages, perSecond, SECONDS_MAX)) {
            loop.start();
            // The load goes on by itself: what is measured is time, first of a young process.
            forAtLeast(scale.latencyWarmUpSeconds(), warmUp);
            awaitNoBacklog(loop);
            loop.measure();
            ProcessorTime before = course.stage().taken(child);
            long begun = System.nanoTime();
            forAtLeast(scale.latencySeconds() - scale.latencyWarmUpSeconds(), meanwhile);
            ProcessorTime taken = course.stage().taken(child).since(before);
            double nanos = System.nanoTime() - begun;
            loop.stop();
            loop.finish(PATIENCE);
            int answered = loop.answered().cardinality();
            if (answered < loop.count()) {
                // The slowest of all would not be among those that are counted.
                throw new StageFailure(
                        String.format(
                                Locale.ROOT,
                                "%d of %d requests were not answered within %d s",
                                loop.count() - answered,
                                loop.count(),
                                PATIENCE.toSeconds()));
            }
            double processors = taken.process() + taken.postgres() + taken.broker();
            return new Answers(loop.micros(), processors / nanos, loop.count(), loop.unmeasured());
        }
    }

    /** Does something while the load comes, which comes for so long even beside what is short. */
    private static void forAtLeast(int seconds, BackgroundWork work) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        work.run();
        // What is waited for is the time itself.
        Thread.sleep(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
    }

    /** Waits for messages that wait since the start of a young process, which nobody asks about. */
    private void awaitNoBacklog(OpenLoop loop) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (loop.waiting() > perSecond / SHARE_UNDER_WAY && System.nanoTime() < deadline) {
            Thread.sleep(LOOK_EVERY_MS); // nobody tells when the last of them is heard
        }
    }

    /** Adds lines for each contestant: some percentiles, and what it took of the machine. */
    public void report(Contest<Answers> contest) {
        for (String contestant : contest.contestants()) {
            for (double percentile : TOLD) {
                course.report()
                        .add(
                                Line.of(
                                        contest.title(),
                                        contestant,
                                        contest.median(contestant, run -> run.millis(percentile)),
                                        "ms, p" + Figure.shown(percentile).toPlainString()));
            }
            if (CpuTime.known()) {
                course.report()
                        .add(
                                Line.of(
                                        contest.title(),
                                        contestant,
                                        contest.median(contestant, Answers::processors),
                                        "processors, of the stream and the servers"));
            }
        }
    }
}
