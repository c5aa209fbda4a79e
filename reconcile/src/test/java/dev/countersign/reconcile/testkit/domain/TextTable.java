package dev.countersign.reconcile.testkit.domain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Scenarios as an aligned text table: the first line names the columns, {@code |} parts the cells.
 */
public final class TextTable {

    private TextTable() {}

    /** One line of a table. */
    public record Row(Map<String, String> cells) {

        public String text(String column) {
            String cell = cells.get(column);
            if (cell == null) {
                throw new IllegalArgumentException("no column " + column + " in " + cells.keySet());
            }
            return cell;
        }

        public long number(String column) {
            return Long.parseLong(text(column));
        }

        public boolean blank(String column) {
            return text(column).isEmpty();
        }

        /** The cell's words; none when it is blank. */
        public List<String> words(String column) {
            return blank(column) ? List.of() : List.of(text(column).split(" +", -1));
        }
    }

    public static List<Row> rows(String table) {
        List<String> lines = table.lines().filter(line -> !line.isBlank()).toList();
        String[] names = cells(lines.getFirst());
        List<Row> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = cells(line);
            if (cells.length != names.length) {
                throw new IllegalArgumentException("not " + names.length + " cells: " + line);
            }
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < cells.length; i++) {
                row.put(names[i].strip(), cells[i].strip());
            }
            rows.add(new Row(row));
        }
        return rows;
    }

    /** One test for each line, named as the line reads. */
    public static Stream<DynamicTest> tests(String table, Consumer<Row> test) {
        return rows(table).stream()
                .map(
                        row ->
                                DynamicTest.dynamicTest(
                                        String.join(" | ", row.cells().values()),
                                        () -> test.accept(row)));
    }

    private static String[] cells(String line) {
        return line.split("\\|", -1);
    }
}
