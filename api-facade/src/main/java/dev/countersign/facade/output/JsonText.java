package dev.countersign.facade.output;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** An array of objects: each on a line for programs, each member on a line for people. */
final class JsonText {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

    private static final ObjectWriter INDENTED = IndentedJson.writer(JSON);

    private JsonText() {}

    static void write(
            List<String> names, List<List<Cell>> rows, boolean forPeople, PrintWriter out) {
        out.print('[');
        String before = "\n  ";
        for (List<Cell> row : rows) {
            out.print(before);
            out.print(forPeople ? indented(names, row) : object(names, row, JSON.writer()));
            before = ",\n  ";
        }
        out.print(rows.isEmpty() ? "]\n" : "\n]\n");
    }

    private static String indented(List<String> names, List<Cell> row) {
        return object(names, row, INDENTED).replace("\n", "\n  ");
    }

    private static String object(List<String> names, List<Cell> row, ObjectWriter writer) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            members.put(names.get(i), value(row.get(i)));
        }
        return writer.writeValueAsString(members);
    }

    private static @Nullable Object value(Cell cell) {
        return switch (cell) {
            case Cell.NoValue() -> null;
            case Cell.Text(String value) -> value;
            case Cell.Quantity(BigDecimal value) -> value;
            case Cell.Amount amount -> amount.minor();
            case Cell.Flag(boolean value) -> value;
            case Cell.Words words -> words.values();
        };
    }
}
