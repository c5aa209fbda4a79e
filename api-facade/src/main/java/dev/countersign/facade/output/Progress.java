package dev.countersign.facade.output;

import java.io.PrintWriter;
import java.util.function.LongSupplier;

/**
 * Tells how far long work is, how fast it goes and how long it will take: on a terminal in one line
 * that is written over, elsewhere in a line now and then.
 */
public final class Progress {

    private static final long ON_TERMINAL_NANOS = 200_000_000L;
    private static final long ELSEWHERE_NANOS = 10_000_000_000L;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final String things;
    private final long total;
    private final PrintWriter out;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private final long begun;
    private long told;

    Progress(String things, long total, PrintWriter out, boolean terminal, LongSupplier nanoTime) {
        this.things = things;
        this.total = total;
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
        this.told = begun;
    }

    /**
     * Begins.
     *
     * @param things what is counted, in the plural
     */
    public static Progress of(String things, long total, PrintWriter out) {
        // The launcher knows whether people look on; a JVM cannot tell on every platform.
        boolean terminal = Boolean.getBoolean("countersign.terminal");
        return new Progress(things, total, out, terminal, System::nanoTime);
    }

    /** So many are done. */
    public void at(long done) {
        long now = nanoTime.getAsLong();
        if (now - told >= (terminal ? ON_TERMINAL_NANOS : ELSEWHERE_NANOS)) {
            told = now;
            tell(done, now);
        }
    }

    /** All that is done is done: says it for the last time. */
    public void end(long done) {
        tell(done, nanoTime.getAsLong());
        if (terminal) {
            out.println();
            out.flush();
        }
    }

    private void tell(long done, long now) {
        long perSecond = done * SECOND_NANOS / Math.max(1, now - begun);
        long left = Math.max(0, total - done);
        StringBuilder line = new StringBuilder();
        line.append(done).append(" of ").append(total).append(' ').append(things);
        line.append(", ").append(perSecond).append("/s");
        if (left > 0 && perSecond > 0) {
            line.append(", ").append(duration(1 + left / perSecond)).append(" left");
        }
        if (terminal) {
            out.print("\r\u001b[K" + line);
        } else {
            out.println(line);
        }
        out.flush();
    }

    private static String duration(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        long minutes = seconds / 60;
        return minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
