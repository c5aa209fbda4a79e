package dev.countersign.facade.output;

/**
 * The terminal that a command prints to. The launcher knows whether there is one, and how wide; a
 * JVM cannot tell on every platform.
 */
final class Terminal {

    /** Width without a terminal: no line is too wide. */
    static final int NO_LIMIT = Integer.MAX_VALUE;

    static final String COLUMNS = "countersign.columns";

    private Terminal() {}

    /** True where a person reads what a command prints. */
    static boolean isThere() {
        return width() != NO_LIMIT;
    }

    /** Width of the terminal in characters. */
    static int width() {
        int columns = Integer.getInteger(COLUMNS, 0);
        return columns > 0 ? columns : NO_LIMIT;
    }
}
