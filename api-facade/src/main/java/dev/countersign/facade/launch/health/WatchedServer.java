package dev.countersign.facade.launch.health;

import dev.countersign.facade.error.TransientErrors;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server that is asked now and then whether it answers, and what is said in the log of that. */
final class WatchedServer {

    private static final Logger log = LoggerFactory.getLogger(ServerOutages.class);

    /** Trouble with a server that answers is logged once in as long. */
    private static final Duration SILENCE = Duration.ofMinutes(5);

    /** So long after it came back, callers may still tell of the time when it was away. */
    private static final Duration AFTERMATH = Duration.ofSeconds(30);

    private final String name;
    private final Predicate<Throwable> concerned;
    private final Callable<?> probe;
    private final InstantSource clock;
    private @Nullable Instant awaySince;
    private Instant backAt = Instant.MIN;

    /** Time of the first trouble with the server that the next check has to explain. */
    private volatile @Nullable Instant suspectedAt;

    private volatile String suspicion = "";
    private @Nullable Instant reportedAt;

    /**
     * Watches a server.
     *
     * @param name as a sentence begins with it
     * @param concerned whether an exception, or a cause of one, is about it
     * @param probe asks it for something, and throws when it does not answer
     */
    WatchedServer(
            String name, Predicate<Throwable> concerned, Callable<?> probe, InstantSource clock) {
        this.name = name;
        this.concerned = concerned;
        this.probe = probe;
        this.clock = clock;
    }

    /** Notes a failure of a caller; true when the server may not be answering. */
    boolean suspect(Throwable trouble) {
        Throwable cause = trouble;
        while (cause != null && !concerned.test(cause)) {
            cause = cause.getCause();
        }
        if (cause != null && suspectedAt == null) {
            suspicion = TransientErrors.reason(trouble);
            suspectedAt = clock.instant();
        }
        return cause != null;
    }

    /** Notes that it answers and is not usable: a topic is missing, a pool used up. */
    private void reportTrouble() {
        Instant now = clock.instant();
        boolean isReported = reportedAt != null && !reportedAt.plus(SILENCE).isBefore(now);
        if (!isReported && backAt.isBefore(now.minus(AFTERMATH))) {
            reportedAt = now;
            log.warn(
                    "{} answers, but not everything works with it; what needs that waits: {}",
                    name,
                    suspicion);
        }
    }

    /** Asks it, and says when that has another outcome than the time before. */
    void check() {
        Instant suspected = suspectedAt;
        try {
            Object unused = probe.call();
            if (awaySince != null) {
                backAt = clock.instant();
                log.info(
                        "{} answers again, after {} s.",
                        name,
                        Duration.between(awaySince, backAt).toSeconds());
                awaySince = null;
            } else if (suspected != null) {
                reportTrouble();
            }
        } catch (Exception e) {
            if (awaySince == null) {
                awaySince = suspected == null ? clock.instant() : suspected;
                log.warn(
                        "{} does not answer; what needs it waits, and goes on by itself: {}",
                        name,
                        TransientErrors.reason(e));
            }
        }
        suspectedAt = null;
    }
}
