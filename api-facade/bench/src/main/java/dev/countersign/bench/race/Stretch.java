package dev.countersign.bench.race;

import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.CpuTime;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.Stage.Taken;
import dev.countersign.bench.stage.StageFailed;
import java.time.Duration;
import org.jdbi.v3.core.Handle;

/**
 * Measures a contestant from one position of its work to another, as the database knows it: what
 * counts is what is committed.
 */
final class Stretch {

    private static final Duration WARM_UP_MAX = Duration.ofMinutes(3);
    private static final int LOOK_EVERY_MS = 5;

    private final Stage stage;
    private final String position;
    private final int secondsMax;

    /**
     * @param position SQL that gives how many units are committed
     * @param secondsMax after which it is enough
     */
    Stretch(Stage stage, String position, int secondsMax) {
        this.stage = stage;
        this.position = position;
        this.secondsMax = secondsMax;
    }

    Run measure(Child child, String database, long from, long to) throws InterruptedException {
        try (Handle handle = stage.database(database).open()) {
            long begin = await(child, handle, from, System.nanoTime() + WARM_UP_MAX.toNanos());
            long begun = System.nanoTime();
            Taken before = stage.taken(child);
            if (begin < from) {
                throw new StageFailed("a contestant did not warm up in " + WARM_UP_MAX);
            }
            long end = await(child, handle, to, begun + secondsMax * 1_000_000_000L);
            long ended = System.nanoTime();
            Taken taken = stage.taken(child).since(before);
            return Run.of(
                    Math.max(1.0, (double) (end - begin)),
                    (ended - begun) / 1e9,
                    taken,
                    CpuTime.residentBytes(child.pid()));
        }
    }

    private long await(Child child, Handle handle, long wanted, long deadline)
            throws InterruptedException {
        while (true) {
            long now = handle.createQuery(position).mapTo(long.class).one();
            if (now >= wanted || System.nanoTime() >= deadline) {
                return now;
            }
            child.requireAlive();
            Thread.sleep(LOOK_EVERY_MS);
        }
    }
}
