package dev.countersign.reconcile.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/** Many rows as one array of text per column, for statements over {@code unnest}. */
public final class ColumnArrays<T> {

    private final List<T> rows;
    private final List<@Nullable String[]> columns = new ArrayList<>();

    private ColumnArrays(List<T> rows) {
        this.rows = rows;
    }

    public static <T> ColumnArrays<T> of(List<T> rows) {
        return new ColumnArrays<>(rows);
    }

    /** Adds the next parameter: this value of each row. */
    public ColumnArrays<T> add(Function<T, @Nullable Object> value) {
        @Nullable String[] texts = new @Nullable String[rows.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text(value.apply(rows.get(i)));
        }
        columns.add(texts);
        return this;
    }

    /** As PostgreSQL reads it, too, where it is bytes. */
    private static @Nullable String text(@Nullable Object given) {
        if (given == null) {
            return null;
        }
        return given instanceof byte[] bytes
                ? "\\x" + HexFormat.of().formatHex(bytes)
                : given.toString();
    }

    /** Runs an update or insert whose parameters are the columns in their order. */
    public int update(Handle handle, String sql) {
        try (PreparedStatement statement = prepare(handle, sql)) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    /** Runs a query whose parameters are the columns in their order. */
    public <R> List<R> query(Handle handle, String sql, RowReader<R> reader) {
        try (PreparedStatement statement = prepare(handle, sql);
                var result = statement.executeQuery()) {
            List<R> read = new ArrayList<>();
            while (result.next()) {
                read.add(reader.read(result));
            }
            return read;
        } catch (SQLException e) {
            throw refused(e);
        }
    }

    private PreparedStatement prepare(Handle handle, String sql) throws SQLException {
        PreparedStatement statement = handle.getConnection().prepareStatement(sql);
        for (int i = 0; i < columns.size(); i++) {
            statement.setArray(i + 1, handle.getConnection().createArrayOf("text", columns.get(i)));
        }
        return statement;
    }

    private static UnableToExecuteStatementException refused(SQLException cause) {
        return new UnableToExecuteStatementException(cause, null);
    }

    /** Reads one row. */
    @FunctionalInterface
    public interface RowReader<R> {

        R read(ResultSet row) throws SQLException;
    }
}
