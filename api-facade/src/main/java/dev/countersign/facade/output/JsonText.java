package dev.countersign.facade.output;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/** An array of objects, one to a line. */
final class JsonText {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN).build();

    private JsonText() {}

    static void write(List<String> names, Iterable<List<Cell>> rows, PrintWriter out) {
        out.print('[');
        String before = "\n  ";
        for (List<Cell> row : rows) {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                members.put(names.get(i), value(row.get(i)));
            }
            out.print(before);
            out.print(JSON.writeValueAsString(members));
            before = ",\n  ";
        }
        out.print(before.startsWith(",") ? "\n]\n" : "]\n");
    }

    private static @Nullable Object value(Cell cell) {
        return switch (cell) {
            case Cell.Nothing() -> null;
            case Cell.Text(String value) -> value;
            case Cell.Quantity(BigDecimal value) -> value;
            case Cell.Amount amount -> amount.minor();
            case Cell.Flag(boolean value) -> value;
            case Cell.Words words -> words.values();
        };
    }
}
