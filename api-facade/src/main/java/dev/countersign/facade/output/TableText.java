package dev.countersign.facade.output;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * For people: columns under their names, numbers to the right. Where it is too wide for the
 * terminal, texts are wrapped, then details are left out, then each row becomes a block. No
 * identifier and no amount is ever cut. What a terminal would take for a command is shown as a
 * question mark.
 */
final class TableText {

    private static final String GAP = "  ";

    private TableText() {}

    static void write(List<Header> headers, List<List<Cell>> rows, int widthMax, PrintWriter out) {
        List<Integer> shown = new ArrayList<>(IntStream.range(0, headers.size()).boxed().toList());
        List<Integer> details =
                shown.stream()
                        .filter(column -> headers.get(column).isDetail())
                        .sorted(Comparator.comparingInt(column -> -headers.get(column).detail()))
                        .toList();
        List<Integer> leftOut = new ArrayList<>();
        TableGrid grid = grid(headers, rows, shown);
        while (!grid.fits(widthMax) && leftOut.size() < details.size()) {
            leftOut.add(details.get(leftOut.size()));
            shown.removeAll(leftOut);
            grid = grid(headers, rows, shown);
        }
        if (!grid.fits(widthMax)) {
            writeUpright(headers, rows, widthMax, out);
            return;
        }
        grid.write(widthMax, out);
        if (rows.isEmpty()) {
            out.println("None.");
        }
        if (!leftOut.isEmpty() && !rows.isEmpty()) {
            String names =
                    leftOut.stream()
                            .sorted()
                            .map(column -> headers.get(column).name())
                            .collect(Collectors.joining(", "));
            TableGrid.wrap("Too wide for this terminal, see --format csv: " + names, widthMax)
                    .forEach(out::println);
        }
    }

    private static TableGrid grid(
            List<Header> headers, List<List<Cell>> rows, List<Integer> shown) {
        return new TableGrid(
                shown.stream().map(column -> heading(headers.get(column))).toList(),
                rows.stream().map(row -> texts(row, shown)).toList(),
                shown.stream().map(column -> isNumber(rows, column)).toList());
    }

    private static List<String> texts(List<Cell> row, List<Integer> shown) {
        return shown.stream().map(column -> text(row.get(column))).toList();
    }

    private static boolean isNumber(List<List<Cell>> rows, int column) {
        return rows.stream()
                .map(row -> row.get(column))
                .anyMatch(cell -> cell instanceof Cell.Quantity || cell instanceof Cell.Amount);
    }

    private static void writeUpright(
            List<Header> headers, List<List<Cell>> rows, int widthMax, PrintWriter out) {
        boolean first = true;
        for (List<Cell> row : rows) {
            if (!first) {
                out.println();
            }
            first = false;
            writeOne(headers, row, widthMax, out);
        }
    }

    static void writeOne(List<Header> headers, List<Cell> row, int widthMax, PrintWriter out) {
        int widest =
                headers.stream().mapToInt(each -> TableGrid.width(heading(each))).max().orElse(0);
        String indent = " ".repeat(widest) + GAP;
        for (int i = 0; i < headers.size(); i++) {
            String before = heading(headers.get(i));
            before += " ".repeat(widest - TableGrid.width(before)) + GAP;
            for (String part : TableGrid.wrap(text(row.get(i)), widthMax - indent.length())) {
                out.println((before + part).stripTrailing());
                before = indent;
            }
        }
    }

    private static String heading(Header header) {
        return header.name().replace('_', ' ').toUpperCase(Locale.ROOT);
    }

    private static String text(Cell cell) {
        return switch (cell) {
            case Cell.NoValue() -> "-";
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
}
