package dev.countersign.facade.output;

import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** The option of every command that shows rows. */
public final class FormatOption {

    @Option(
            names = "--format",
            defaultValue = "table",
            paramLabel = "table|json|csv",
            description =
                    "How it is printed (${DEFAULT-VALUE}). json is an array of objects, csv has a header; "
                            + "in both, money is in minor units. A table fits the terminal; in a pipe or a file "
                            + "nothing is left out.")
    private Format format = Format.TABLE;

    /** Returns the format that was asked for. */
    public Format format() {
        return format;
    }

    /** Prints rows as asked for. */
    public <T> void print(Columns<T> columns, Iterable<? extends T> rows, PrintWriter out) {
        columns.print(format, rows, out);
    }

    /**
     * Prints rows as asked for.
     *
     * @param title what a table shows, in the line above it
     */
    public <T> void print(
            Columns<T> columns, String title, Iterable<? extends T> rows, PrintWriter out) {
        if (format == Format.TABLE) {
            out.println(title);
        }
        print(columns, rows, out);
    }

    /** Prints one row as asked for. */
    public <T> void printOne(Columns<T> columns, T row, PrintWriter out) {
        columns.printOne(format, row, out);
    }
}
