package dev.countersign.facade.console.page;

import dev.countersign.facade.output.Columns;
import dev.countersign.facade.output.Format;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * A list as a file, with the columns that the command line gives; money is there twice, as in the
 * reports.
 */
public final class CsvFile {

    /** A file has at most as many rows; a longer list is exported in parts by its filters. */
    public static final int ROWS_MAX = 20_000;

    private static final int ROWS_PER_LOOK = 1_000;
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private CsvFile() {}

    /** Gives some rows after a row; those from the first on after null. */
    public interface Source<T> {

        List<T> after(@Nullable T last, int limit);
    }

    /** Rows that are at hand, as a file. */
    public static <T> ResponseEntity<String> of(String name, Columns<T> columns, List<T> rows) {
        return of(name, columns, (last, limit) -> last == null ? rows : List.of());
    }

    /** The rows as a file. */
    public static <T> ResponseEntity<String> of(String name, Columns<T> columns, Source<T> rows) {
        List<T> all = new ArrayList<>();
        List<T> some = rows.after(null, ROWS_PER_LOOK);
        while (!some.isEmpty()) {
            all.addAll(some);
            boolean more = some.size() == ROWS_PER_LOOK && all.size() < ROWS_MAX;
            some = more ? rows.after(all.getLast(), ROWS_PER_LOOK) : List.of();
        }
        StringWriter text = new StringWriter();
        columns.moneyTwice().print(Format.CSV, all, new PrintWriter(text));
        return ResponseEntity.ok()
                .contentType(CSV)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        "attachment; filename=\"" + name + ".csv\"")
                .body(text.toString());
    }
}
