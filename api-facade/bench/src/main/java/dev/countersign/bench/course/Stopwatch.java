package dev.countersign.bench.course;

import dev.countersign.bench.load.BenchNight;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.CpuTime;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.Stage.ProcessorTime;
import dev.countersign.bench.stage.StageFailure;
import java.time.Duration;
import org.jdbi.v3.core.Handle;

/**
 * Measures a contestant from one position of its work to another, as the database knows it: what
 * counts is what is committed.
 *
 * @param position SQL that gives how many units are committed
 * @param lookEvery how often it is asked for, which the contestant pays for
 * @param longest after which it is enough
 */
public record Stopwatch(Stage stage, String position, Duration lookEvery, Duration longest) {

    private static final Duration WARM_UP_MAX = Duration.ofMinutes(3);

    /** Of a stream, which keeps the position of each partition in one row: asking costs nothing. */
    public static Stopwatch ofStream(Stage stage, int secondsMax) {
        return new Stopwatch(
                stage,
                "select coalesce(sum(next_offset), 0)::bigint from feed_position where partition < "
                        + BenchNight.FORMER_PARTITION,
                Duration.ofMillis(5),
                Duration.ofSeconds(secondsMax));
    }

    public Turn measure(Child child, String database, long from, long to)
            throws InterruptedException {
        try (Handle handle = stage.database(database).open()) {
            long begin = await(child, handle, from, WARM_UP_MAX);
            long begun = System.nanoTime();
            ProcessorTime before = stage.taken(child);
            if (begin < from) {
                throw failed(child, "did not warm up within", WARM_UP_MAX);
            }
            long end = await(child, handle, to, longest);
            long ended = System.nanoTime();
            ProcessorTime taken = stage.taken(child).since(before);
            if (end == begin) {
                throw begin < to
                        ? failed(child, "recorded nothing within", longest)
                        : new StageFailure(child.name() + " was done before it was measured");
            }
            return Turn.of(
                    (double) (end - begin),
                    (ended - begun) / 1e9,
                    taken,
                    CpuTime.residentBytes(child.pid()));
        }
    }

    /** Waits until so much is committed, whatever it takes. */
    public void await(Child child, String database, long to) throws InterruptedException {
        try (Handle handle = stage.database(database).open()) {
            if (await(child, handle, to, longest) < to) {
                throw failed(child, "was not done within", longest);
            }
        }
    }

    private static StageFailure failed(Child child, String how, Duration longest) {
        return child.failed("%s %s s".formatted(how, longest.toSeconds()));
    }

    private long await(Child child, Handle handle, long wanted, Duration longest)
            throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        while (true) {
            long now = handle.createQuery(position).mapTo(long.class).one();
            if (now >= wanted || System.nanoTime() >= deadline) {
                return now;
            }
            child.requireAlive();
            Thread.sleep(lookEvery); // more looks would take the processor from what is measured
        }
    }
}
