package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.Progress;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.SettleProgress;
import dev.countersign.reconcile.domain.account.Mode;
import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tells on a terminal how far the settling of a night is. */
final class NightProgress implements AutoCloseable {

    private static final long EVERY_MILLIS = 500;

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("progress").daemon().factory());
    private @Nullable Progress progress;

    private NightProgress() {}

    static NightProgress of(Nights nights, Mode mode, PrintWriter out) {
        NightProgress watched = new NightProgress();
        if (Boolean.getBoolean("countersign.terminal")) {
            var unused =
                    watched.timer.scheduleWithFixedDelay(
                            () -> watched.look(nights, mode, out),
                            EVERY_MILLIS,
                            EVERY_MILLIS,
                            TimeUnit.MILLISECONDS);
        }
        return watched;
    }

    private void look(Nights nights, Mode mode, PrintWriter out) {
        SettleProgress settling = nights.settling(mode);
        long total = settling.done() + settling.left();
        if (total == 0) {
            return;
        }
        Progress told = progress;
        if (told == null) {
            told = Progress.of("records", total, out);
            progress = told;
        }
        told.at(settling.done());
    }

    /** All is done. */
    void end() {
        close();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
