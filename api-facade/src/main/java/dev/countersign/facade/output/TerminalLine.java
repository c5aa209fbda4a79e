package dev.countersign.facade.output;

import java.io.PrintWriter;

/** One line of a terminal that is written over; nothing without a terminal. */
public final class TerminalLine implements AutoCloseable {

    private static final String FROM_ITS_BEGINNING = "\r\u001b[K";

    private final PrintWriter out;
    private final boolean terminal;

    TerminalLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** A line of the terminal that a command writes to, if it does. */
    public static TerminalLine on(PrintWriter out) {
        // The launcher knows whether people look on; a JVM cannot tell on every platform.
        return new TerminalLine(out, Boolean.getBoolean("countersign.terminal"));
    }

    /** True when a terminal shows it. */
    public boolean seen() {
        return terminal;
    }

    /** Shows a text in the place of the one before. */
    public void show(String text) {
        write(FROM_ITS_BEGINNING + text);
    }

    /** Leaves the line as it is, and goes on below it. */
    void leave() {
        write(System.lineSeparator());
    }

    /** Leaves nothing of it behind. */
    @Override
    public void close() {
        write(FROM_ITS_BEGINNING);
    }

    private void write(String text) {
        if (terminal) {
            out.print(text);
            out.flush();
        }
    }
}
