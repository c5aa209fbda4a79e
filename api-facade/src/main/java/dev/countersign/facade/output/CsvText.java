package dev.countersign.facade.output;

import dev.countersign.reconcile.domain.text.PlainText;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/**
 * RFC 4180: a header, lines that end with CR LF, quotes where they are needed. A text that a
 * spreadsheet would take for a formula gets an apostrophe before it, since whoever opens the file
 * is not who wrote the text.
 */
final class CsvText {

    private static final String FORMULA_STARTS = "=+-@\t\r";

    private CsvText() {}

    static void write(List<String> names, List<List<Cell>> rows, PrintWriter out) {
        writeLine(names, out);
        for (List<Cell> row : rows) {
            writeLine(row.stream().map(CsvText::text).toList(), out);
        }
    }

    private static void writeLine(List<String> fields, PrintWriter out) {
        out.print(fields.stream().map(CsvText::quoted).collect(Collectors.joining(",")));
        out.print("\r\n");
    }

    private static String text(Cell cell) {
        return switch (cell) {
            case Cell.Nothing() -> "";
            case Cell.Text(String value) -> harmless(value);
            case Cell.Quantity(BigDecimal value) -> value.toPlainString();
            case Cell.Amount amount -> amount.minor().toString();
            case Cell.Flag(boolean value) -> String.valueOf(value);
            case Cell.Words words -> harmless(String.join(" ", words.values()));
        };
    }

    private static String harmless(String text) {
        String legible = PlainText.legible(text);
        return !legible.isEmpty() && FORMULA_STARTS.indexOf(legible.charAt(0)) >= 0
                ? "'" + legible
                : legible;
    }

    private static String quoted(String field) {
        boolean plain = field.chars().noneMatch(each -> ",\"\r\n".indexOf(each) >= 0);
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
