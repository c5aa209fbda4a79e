package dev.countersign.facade.output;

import dev.countersign.reconcile.domain.Wire;
import java.io.PrintWriter;
import java.util.List;

/** The format in which rows are written: for operators, for programs, for spreadsheets. */
public enum Format implements Wire {
    TABLE {
        @Override
        void write(List<Header> headers, List<List<Cell>> rows, PrintWriter out) {
            TableText.write(headers, rows, Terminal.width(), out);
        }
    },
    JSON {
        @Override
        void write(List<Header> headers, List<List<Cell>> rows, PrintWriter out) {
            JsonText.write(names(headers), rows, Terminal.isThere(), out);
        }
    },
    CSV {
        @Override
        void write(List<Header> headers, List<List<Cell>> rows, PrintWriter out) {
            CsvText.write(names(headers), rows, out);
        }
    };

    /** Writes rows, each with as many cells as there are headers. */
    abstract void write(List<Header> headers, List<List<Cell>> rows, PrintWriter out);

    private static List<String> names(List<Header> headers) {
        return headers.stream().map(Header::name).toList();
    }
}
