package dev.countersign.facade.launch.health;

import dev.countersign.reconcile.Console;
import dev.countersign.reconcile.service.FatalErrors;
import dev.countersign.reconcile.service.IdempotentAnswers;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RepeatedTrouble;
import dev.countersign.reconcile.service.access.ApiKeys;
import dev.countersign.reconcile.service.issuing.CardSweeps;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Background work for what the REST interface and the console leave behind and have no time for in
 * a request. It deletes answers whose idempotency keys no longer count, writes down when API keys
 * were used, deletes sessions that are over and logins that failed long ago, and finishes changes
 * of many cards that a process left half-way.
 */
public final class Housekeeping implements SmartLifecycle {

    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final int ROWS_PER_TRANSACTION = 1_000;
    private static final int TRANSACTIONS_MAX = 100;

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

    private final IdempotentAnswers answers;
    private final CardSweeps sweeps;
    private final ApiKeys keys;
    private final Console console;
    private final RepeatedTrouble trouble;
    private @Nullable ScheduledExecutorService timer;

    public Housekeeping(
            IdempotentAnswers answers,
            CardSweeps sweeps,
            ApiKeys keys,
            Console console,
            Outages outages) {
        this.answers = answers;
        this.sweeps = sweeps;
        this.keys = keys;
        this.console = console;
        trouble = new RepeatedTrouble(outages);
    }

    @Override
    public synchronized void start() {
        ScheduledExecutorService started =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("housekeeping").daemon().factory());
        var unused =
                started.scheduleWithFixedDelay(
                        this::look, EVERY.toSeconds(), EVERY.toSeconds(), TimeUnit.SECONDS);
        timer = started;
    }

    private void look() {
        try {
            int forgotten = tidy();
            if (trouble.ends()) {
                log.info("housekeeping goes on");
            }
            if (forgotten > 0) {
                log.info("idempotency keys older than a day are forgotten: {}", forgotten);
            }
        } catch (RuntimeException e) {
            if (trouble.begins(e)) {
                log.warn("housekeeping waits for the database: {}", e.toString());
            }
        } catch (Error e) {
            throw FatalErrors.escalate(e);
        }
    }

    /** Does what there is to do, in small transactions; gives how many answers went. */
    int tidy() {
        sweeps.finish();
        keys.keepUses();
        console.sessions().forget();
        console.attempts().forget();
        int forgotten = 0;
        for (int i = 0; i < TRANSACTIONS_MAX; i++) {
            int some = answers.forget(ROWS_PER_TRANSACTION);
            forgotten += some;
            if (some < ROWS_PER_TRANSACTION) {
                break;
            }
        }
        return forgotten;
    }

    @Override
    public synchronized void stop() {
        if (timer != null) {
            timer.shutdownNow();
            timer = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return timer != null;
    }
}
