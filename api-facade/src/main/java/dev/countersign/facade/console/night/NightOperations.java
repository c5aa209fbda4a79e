package dev.countersign.facade.console.night;

import dev.countersign.jobs.Nights;
import dev.countersign.jobs.RerunResult;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.reconcile.domain.account.Mode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins what takes as long as a night takes, and does not wait for it: what is refused is refused
 * at once, the rest goes on by itself and is looked at on its page.
 */
public final class NightOperations {

    private static final Logger log = LoggerFactory.getLogger(NightOperations.class);
    private static final Duration REFUSED_WITHIN = Duration.ofMillis(1_200);
    private static final int PROOFS_MAX = 100;

    private final Nights nights;
    private final InstantSource clock;
    private final Executor threads =
            work -> Thread.ofPlatform().daemon().name("console-night").start(work);
    private final Map<Long, Proof> proofs = new ConcurrentHashMap<>();

    public NightOperations(Nights nights, InstantSource clock) {
        this.nights = nights;
        this.clock = clock;
    }

    /**
     * The proof of a complete night: whether it would come out as it did.
     *
     * @param differences null while it is not known
     * @param remarks what has changed since and is no difference
     * @param failed true when it could not be looked at
     */
    public record Proof(
            Instant at, @Nullable List<String> differences, List<String> remarks, boolean failed) {

        /** True while it is being looked at. */
        public boolean running() {
            return differences == null && !failed;
        }
    }

    Nights nights() {
        return nights;
    }

    /** Runs a date: of live books the next that has ended, of the sandbox any up to today. */
    void run(Mode mode, LocalDate date) {
        begin(
                () -> {
                    var unused =
                            mode == Mode.SANDBOX ? nights.runSandbox(date) : nights.run(mode, date);
                });
    }

    /**
     * Refuses a date that may not be run now.
     *
     * @throws dev.countersign.jobs.night.NightRefusedException with the reason
     */
    void requireNext(Mode mode, LocalDate date) {
        nights.queries().requireNext(mode, date);
    }

    /** Goes on with a night that stopped or failed. */
    void restart(long id) {
        begin(() -> nights.restart(id));
    }

    /** Looks whether a complete night would come out as it did; changes nothing. */
    void prove(Night night) {
        if (proofs.size() > PROOFS_MAX) {
            proofs.clear();
        }
        proofs.put(night.id(), new Proof(clock.instant(), null, List.of(), false));
        begin(
                () -> {
                    try {
                        RerunResult proved = nights.rerun(night.mode(), night.businessDate());
                        proofs.put(
                                night.id(),
                                new Proof(
                                        clock.instant(),
                                        proved.differences(),
                                        proved.remarks(),
                                        false));
                    } catch (NightRefusedException e) {
                        proofs.remove(night.id());
                        throw e;
                    } catch (RuntimeException e) {
                        proofs.put(night.id(), new Proof(clock.instant(), null, List.of(), true));
                        throw e;
                    }
                });
    }

    /** Returns the last proof of a night that was made in this process. */
    @Nullable Proof proof(long id) {
        return proofs.get(id);
    }

    private void begin(Runnable work) {
        CompletableFuture<Void> begun = CompletableFuture.runAsync(work, threads);
        try {
            var unused = begun.get(REFUSED_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            var unused = begun.exceptionally(NightOperations::report);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new CompletionException(e.getCause());
        }
    }

    private static @Nullable Void report(Throwable failure) {
        log.warn("a night that was begun at the console failed", failure);
        return null;
    }
}
