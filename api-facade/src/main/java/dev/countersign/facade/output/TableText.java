package dev.countersign.facade.output;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * For people: columns under their names, numbers to the right. What a terminal would take for a
 * command is shown as a question mark.
 */
final class TableText {

    private static final String GAP = "  ";

    private TableText() {}

    static void write(List<String> names, Iterable<List<Cell>> rows, PrintWriter out) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(names.stream().map(TableText::heading).toList());
        boolean[] right = new boolean[names.size()];
        for (List<Cell> row : rows) {
            lines.add(row.stream().map(TableText::text).toList());
            for (int i = 0; i < right.length; i++) {
                right[i] |=
                        row.get(i) instanceof Cell.Quantity || row.get(i) instanceof Cell.Amount;
            }
        }
        int[] widths = new int[names.size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(line.get(i)));
            }
        }
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String blank = " ".repeat(widths[i] - width(line.get(i)));
                text.append(i == 0 ? "" : GAP)
                        .append(right[i] ? blank : "")
                        .append(line.get(i))
                        .append(right[i] ? "" : blank);
            }
            out.println(text.toString().stripTrailing());
        }
    }

    static void writeOne(List<String> names, List<Cell> row, PrintWriter out) {
        int widest = names.stream().mapToInt(TableText::width).max().orElse(0);
        for (int i = 0; i < names.size(); i++) {
            String name = heading(names.get(i));
            String line = name + " ".repeat(widest - width(name)) + GAP + text(row.get(i));
            out.println(line.stripTrailing());
        }
    }

    private static String heading(String name) {
        return name.replace('_', ' ').toUpperCase(Locale.ROOT);
    }

    private static String text(Cell cell) {
        return switch (cell) {
            case Cell.Nothing() -> "-";
            case Cell.Text(String value) -> printable(value);
            case Cell.Quantity(BigDecimal value) -> value.toPlainString();
            case Cell.Amount amount ->
                    new BigDecimal(amount.minor(), amount.fractionDigits()).toPlainString();
            case Cell.Flag(boolean value) -> value ? "yes" : "no";
            case Cell.Words words -> words.shown().isEmpty() ? "-" : printable(words.shown());
        };
    }

    private static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().map(each -> isCommand(each) ? '?' : each).forEach(shown::appendCodePoint);
        return shown.toString();
    }

    private static boolean isCommand(int character) {
        return Character.isISOControl(character)
                || Character.getType(character) == Character.FORMAT
                || Character.getType(character) == Character.LINE_SEPARATOR
                || Character.getType(character) == Character.PARAGRAPH_SEPARATOR;
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
