package dev.countersign.jobs;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The pace of the nights of a process: as many chunks at a time as there are workers, and one at a
 * time while messages of the feed are decided. Those would wait for the processors, the database's
 * too, that the others take.
 */
final class NightPace {

    /** At fewer messages a second, chances are that none comes while a chunk runs. */
    private static final int MANY_A_SECOND = 100;

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final String DECIDED =
            "select coalesce(sum(next_offset), 0)::bigint from feed_position";

    private final InstantSource clock;
    private final ReentrantLock turn = new ReentrantLock(true);
    private @Nullable Instant looked;
    private long decided;
    private volatile boolean oneAtATime;

    NightPace(InstantSource clock) {
        this.clock = clock;
    }

    /** Runs a chunk, at once or after the others that came before. */
    <T> T inTurn(Supplier<T> chunk) {
        if (!oneAtATime) {
            return chunk.get();
        }
        turn.lock();
        try {
            return chunk.get();
        } finally {
            turn.unlock();
        }
    }

    /** Looks how many messages are decided, once a second. */
    synchronized void look(Handle handle) {
        Instant now = clock.instant();
        if (looked == null) {
            decided = decided(handle);
            looked = now;
            return;
        }
        Duration since = Duration.between(looked, now);
        if (since.compareTo(LOOK_EVERY) >= 0) {
            long before = decided;
            decided = decided(handle);
            looked = now;
            oneAtATime = (decided - before) * 1_000 > MANY_A_SECOND * since.toMillis();
        }
    }

    private static long decided(Handle handle) {
        return handle.createQuery(DECIDED).mapTo(long.class).one();
    }
}
