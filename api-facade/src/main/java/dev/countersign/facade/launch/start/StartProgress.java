package dev.countersign.facade.launch.start;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;

/** The lines that say what a start has done so far, and how long each part of it took. */
record StartProgress(PrintStream out) {

    private static final double SECOND = Duration.ofSeconds(1).toNanos();
    private static final double MILLIS = Duration.ofSeconds(1).toMillis();

    /** Says something as it is. */
    void say(String line) {
        out.println(line);
    }

    /** A part of the start begins. */
    Step begin(String name) {
        return new Step(name, System.nanoTime());
    }

    /** Says how long ago the process was started. */
    void sayInAll() {
        say("In all", ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS);
    }

    private void say(String name, double seconds) {
        out.println(String.format(Locale.ROOT, "  %-12s%.1f s", name, seconds));
    }

    /** A part of the start that goes on. */
    final class Step {

        private final String name;
        private final long began;

        private Step(String name, long began) {
            this.name = name;
            this.began = began;
        }

        /** It is done. */
        void done() {
            say(name, (System.nanoTime() - began) / SECOND);
        }
    }
}
