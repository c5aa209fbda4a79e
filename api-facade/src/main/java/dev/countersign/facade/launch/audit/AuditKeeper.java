package dev.countersign.facade.launch.audit;

import dev.countersign.reconcile.service.FatalErrors;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.service.audit.CheckpointDestination;
import dev.countersign.reconcile.service.audit.DestinationUnavailableException;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Seals what was written to the audit trail, every few seconds, and takes the checkpoints that are
 * due to each place outside the database: also those that a process noted which died.
 */
public final class AuditKeeper implements SmartLifecycle {

    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Logger log = LoggerFactory.getLogger(AuditKeeper.class);

    private final AuditChain chain;
    private final Outages outages;
    private final Set<String> away = new HashSet<>();
    private final Map<CheckpointDestination, AtomicLong> due = new LinkedHashMap<>();
    private @Nullable ScheduledExecutorService timer;

    AuditKeeper(AuditChain chain, List<CheckpointDestination> places, Outages outages) {
        this.chain = chain;
        this.outages = outages;
        places.forEach(place -> due.put(place, new AtomicLong()));
    }

    /** Number of checkpoints that each place lacked at the last look. */
    Map<CheckpointDestination, AtomicLong> due() {
        return due;
    }

    @Override
    public synchronized void start() {
        ScheduledExecutorService started =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("audit-keeper").daemon().factory());
        var unused =
                started.scheduleWithFixedDelay(
                        this::sealAndDeliver,
                        EVERY.toSeconds(),
                        EVERY.toSeconds(),
                        TimeUnit.SECONDS);
        timer = started;
    }

    /** Seals and delivers what there is; what cannot be done now is tried again the next time. */
    void sealAndDeliver() {
        attempt("the database", chain::seal);
        due.forEach(
                (place, left) -> {
                    attempt(place.name(), () -> chain.deliver(place));
                    attempt("the count of what is due", () -> left.set(chain.dueAt(place)));
                });
    }

    private void attempt(String what, Runnable work) {
        try {
            work.run();
            if (away.remove(what)) {
                log.info("the audit trail reaches {} again", what);
            }
        } catch (KeysRefusedException e) {
            if (away.add(what)) {
                log.warn("the audit trail is not sealed: {}", e.sentence());
            }
        } catch (RuntimeException e) {
            if (!outages.noticed(e)) {
                say(
                        what,
                        e instanceof DestinationUnavailableException
                                ? e.getMessage()
                                : e.toString());
            }
        } catch (Error e) {
            throw FatalErrors.escalate(e);
        }
    }

    private void say(String what, @Nullable String why) {
        if (away.add(what)) {
            log.warn("the audit trail waits for {}: {}", what, why);
        }
    }

    /** The last look takes along what was written since the one before, where nothing is away. */
    @Override
    public synchronized void stop() {
        if (timer != null) {
            timer.shutdown(); // a look that is under way is not cut off: it would seem a failure
            boolean ended = awaitEnd(timer);
            if (!ended) {
                timer.shutdownNow();
            }
            timer = null;
            if (ended && away.isEmpty()) {
                sealAndDeliver();
            }
        }
    }

    private static boolean awaitEnd(ScheduledExecutorService timer) {
        try {
            return timer.awaitTermination(EVERY.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return timer != null;
    }

    /**
     * Ends after those who hand over what others wait for, and takes along what they wrote last.
     */
    @Override
    public int getPhase() {
        return SmartLifecycle.DEFAULT_PHASE - 1;
    }
}
