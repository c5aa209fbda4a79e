package dev.countersign.reconcile.store.sql;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * Inserts many rows at once: by COPY in binary form from a few hundred on, by one statement over
 * arrays below, where the round trips of COPY would cost more than they save.
 */
public final class BulkTable<T> {

    private static final int COPY_FROM_ROWS = 200;

    private final String name;
    private final List<Column<T>> columns;
    private final String insert;
    private final String copy;

    /** One column and how a row gives its value. */
    record Column<T>(String name, PgType type, Function<T, @Nullable Object> value) {}

    private BulkTable(String name, List<Column<T>> columns) {
        this.name = name;
        this.columns = List.copyOf(columns);
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        String arrays =
                columns.stream()
                        .map(column -> "?::text[]::" + column.type().sqlName() + "[]")
                        .collect(Collectors.joining(", "));
        this.insert =
                "insert into " + name + " (" + names + ") select * from unnest(" + arrays + ")";
        this.copy = "copy " + name + " (" + names + ") from stdin (format binary)";
    }

    /** Starts the description of a table. */
    public static <T> Builder<T> named(String name) {
        return new Builder<>(name);
    }

    public void insert(Handle handle, List<T> rows) {
        if (rows.isEmpty()) {
            return;
        }
        if (rows.size() >= COPY_FROM_ROWS) {
            copy(handle, rows);
        } else {
            unnest(handle, rows);
        }
    }

    private void unnest(Handle handle, List<T> rows) {
        ColumnArrays<T> arrays = ColumnArrays.of(rows);
        columns.forEach(column -> arrays.add(column.value()));
        arrays.update(handle, insert);
    }

    private void copy(Handle handle, List<T> rows) {
        try (CopyWriter stream = CopyWriter.open(handle.getConnection(), copy)) {
            RepeatedTexts texts = new RepeatedTexts(columns.size());
            for (T row : rows) {
                stream.write(buffer -> write(row, texts, buffer));
            }
            stream.finish();
        } catch (SQLException e) {
            throw new RefusedRowsException(name, e);
        }
    }

    private void write(T row, RepeatedTexts texts, CopyBuffer buffer) {
        buffer.row(columns.size());
        for (int number = 0; number < columns.size(); number++) {
            Column<T> column = columns.get(number);
            Object value = column.value().apply(row);
            if (value == null) {
                buffer.nothing();
            } else if (column.type() == PgType.TEXT) {
                buffer.bytes(texts.bytesOf(number, (String) value));
            } else {
                column.type().write(buffer, value);
            }
        }
    }

    /** The last text of each column: states, currencies and networks come again in the next row. */
    private static final class RepeatedTexts {

        private final @Nullable String[] texts;
        private final byte[][] encoded;

        RepeatedTexts(int columns) {
            texts = new String[columns];
            encoded = new byte[columns][];
        }

        /** The very same one is not encoded again; to compare others would cost more than that. */
        @SuppressWarnings("ReferenceEquality")
        byte[] bytesOf(int column, String text) {
            if (texts[column] != text) {
                texts[column] = text;
                encoded[column] = text.getBytes(StandardCharsets.UTF_8);
            }
            return encoded[column];
        }
    }

    /** The database did not take the rows; the cause says why. */
    static final class RefusedRowsException extends JdbiException {

        private static final long serialVersionUID = 1L;

        RefusedRowsException(String table, SQLException cause) {
            super("rows for " + table + " were refused: " + cause.getMessage(), cause);
        }
    }

    /** Names the columns in their order. */
    public static final class Builder<T> {

        private final String name;
        private final List<Column<T>> columns = new ArrayList<>();

        private Builder(String name) {
            this.name = name;
        }

        public Builder<T> column(String column, PgType type, Function<T, @Nullable Object> value) {
            columns.add(new Column<>(column, type, value));
            return this;
        }

        public BulkTable<T> build() {
            return new BulkTable<>(name, columns);
        }
    }
}
