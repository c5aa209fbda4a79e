package dev.countersign.facade.output;

import dev.countersign.reconcile.domain.text.PlainText;
import dev.countersign.reconcile.domain.text.SpreadsheetText;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/**
 * RFC 4180: a header, lines that end with CR LF, quotes where they are needed. A text that a
 * spreadsheet would take for a formula gets an apostrophe before it, since the reader of the file
 * is not who wrote the text.
 */
final class CsvText {

    private CsvText() {}

    static void write(List<String> names, List<List<Cell>> rows, PrintWriter out) {
        writeLine(names, out);
        for (List<Cell> row : rows) {
            writeRow(row, out);
        }
    }

    static void writeRow(List<Cell> row, PrintWriter out) {
        writeLine(row.stream().map(CsvText::text).toList(), out);
    }

    static void writeLine(List<String> fields, PrintWriter out) {
        out.print(fields.stream().map(CsvText::quoted).collect(Collectors.joining(",")));
        out.print("\r\n");
    }

    private static String text(Cell cell) {
        return switch (cell) {
            case Cell.NoValue() -> "";
            case Cell.Text(String value) -> SpreadsheetText.harmless(PlainText.legible(value));
            case Cell.Quantity(BigDecimal value) -> value.toPlainString();
            case Cell.Amount amount -> amount.minor().toString();
            case Cell.Flag(boolean value) -> String.valueOf(value);
            case Cell.Words words ->
                    SpreadsheetText.harmless(PlainText.legible(String.join(" ", words.values())));
        };
    }

    private static String quoted(String field) {
        boolean plain = field.chars().noneMatch(each -> ",\"\r\n".indexOf(each) >= 0);
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
