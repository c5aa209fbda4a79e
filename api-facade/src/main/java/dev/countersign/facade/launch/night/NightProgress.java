package dev.countersign.facade.launch.night;

import dev.countersign.facade.output.Progress;
import dev.countersign.facade.output.TerminalLine;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.SettleProgress;
import dev.countersign.jobs.night.StepCounts;
import dev.countersign.reconcile.domain.account.Mode;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tells on a terminal at which step a night is, and how far. */
final class NightProgress implements AutoCloseable {

    private static final long EVERY_MILLIS = 500;

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("progress").daemon().factory());
    private final Nights nights;
    private final Mode mode;
    private final TerminalLine line;
    private String step = "";
    private long since;
    private long settledBefore;

    private NightProgress(Nights nights, Mode mode, TerminalLine line) {
        this.nights = nights;
        this.mode = mode;
        this.line = line;
    }

    static NightProgress of(Nights nights, Mode mode, PrintWriter out) {
        NightProgress watched = new NightProgress(nights, mode, TerminalLine.on(out));
        if (watched.line.seen()) {
            var unused =
                    watched.timer.scheduleWithFixedDelay(
                            watched::update, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
        return watched;
    }

    private void update() {
        Optional<StepCounts> running = nights.queries().underway(mode);
        if (running.isEmpty()) {
            return;
        }
        StepCounts counts = running.get();
        boolean begins = !counts.name().equals(step);
        if (begins) {
            step = counts.name();
            since = System.nanoTime();
        }
        line.show(
                step + ": " + (step.equals("settle") ? settled(begins) : counts.read() + " rows"));
    }

    private String settled(boolean begins) {
        SettleProgress settling = nights.queries().settling(mode);
        if (begins) {
            settledBefore = settling.done();
        }
        return Progress.text(
                "records",
                settling.done(),
                settling.done() + settling.left(),
                Progress.perSecond(settling.done() - settledBefore, System.nanoTime() - since));
    }

    @Override
    public void close() {
        timer.close();
        line.close();
    }
}
