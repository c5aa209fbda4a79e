package dev.countersign.facade.output;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Tells how far long work is, how fast it goes and how long it will take: on a terminal in one line
 * that is written over, elsewhere in a line now and then.
 */
public final class Progress implements AutoCloseable {

    private static final long ON_TERMINAL_NANOS = 200_000_000L;
    private static final long ELSEWHERE_NANOS = 10_000_000_000L;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final String things;
    private final long total;
    private final PrintWriter out;
    private final TerminalLine line;
    private final LongSupplier nanoTime;
    private final long begun;
    private long reportedNanos;

    Progress(String things, long total, PrintWriter out, boolean terminal, LongSupplier nanoTime) {
        this.things = things;
        this.total = total;
        this.out = out;
        this.line = new TerminalLine(out, terminal);
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
        this.reportedNanos = begun;
    }

    /**
     * Begins.
     *
     * @param things what is counted, in the plural
     */
    public static Progress of(String things, long total, PrintWriter out) {
        return new Progress(things, total, out, TerminalLine.on(out).seen(), System::nanoTime);
    }

    /** So many are done. */
    public void at(long done) {
        long now = nanoTime.getAsLong();
        if (now - reportedNanos >= (line.seen() ? ON_TERMINAL_NANOS : ELSEWHERE_NANOS)) {
            reportedNanos = now;
            report(done, now);
        }
    }

    /** All that is done is done: says it for the last time. */
    public void end(long done) {
        report(done, nanoTime.getAsLong());
        line.leave();
    }

    /** Leaves nothing of it on a terminal: who watched it says at once what came of it. */
    @Override
    public void close() {
        line.close();
    }

    /** The rate so far, per second. */
    public long perSecond(long done) {
        return perSecond(done, nanoTime.getAsLong() - begun);
    }

    private void report(long done, long now) {
        String text = text(things, done, total, perSecond(done, now - begun));
        if (line.seen()) {
            line.show(text);
        } else {
            out.println(text);
            out.flush();
        }
    }

    /** Returns the number of items done per second, given how many were done in some time. */
    public static long perSecond(long done, long nanos) {
        return done * SECOND_NANOS / Math.max(1, nanos);
    }

    /**
     * Describes the progress and, where anything is known of it, the rate and the time that is
     * left.
     *
     * @param things what is counted, in the plural
     */
    public static String text(String things, long done, long total, long perSecond) {
        StringBuilder text = new StringBuilder();
        text.append(done).append(" of ").append(total).append(' ').append(things);
        if (perSecond > 0) {
            text.append(", ").append(perSecond).append("/s");
            if (done < total) {
                text.append(", ").append(duration(1 + (total - done) / perSecond)).append(" left");
            }
        }
        return text.toString();
    }

    private static String duration(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        long minutes = seconds / 60;
        return minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
