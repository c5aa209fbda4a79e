package dev.countersign.facade.output;

import dev.countersign.reconcile.domain.Wire;
import java.io.PrintWriter;
import java.util.List;

/** How rows are written: for people, for programs, for spreadsheets. */
public enum Format implements Wire {
    TABLE {
        @Override
        void write(List<String> names, Iterable<List<Cell>> rows, PrintWriter out) {
            TableText.write(names, rows, out);
        }
    },
    JSON {
        @Override
        void write(List<String> names, Iterable<List<Cell>> rows, PrintWriter out) {
            JsonText.write(names, rows, out);
        }
    },
    CSV {
        @Override
        void write(List<String> names, Iterable<List<Cell>> rows, PrintWriter out) {
            CsvText.write(names, rows, out);
        }
    };

    /** Writes rows, each with as many cells as there are names. */
    abstract void write(List<String> names, Iterable<List<Cell>> rows, PrintWriter out);
}
