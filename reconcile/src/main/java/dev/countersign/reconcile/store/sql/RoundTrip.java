package dev.countersign.reconcile.store.sql;

import dev.countersign.reconcile.store.sql.ColumnArrays.RowReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/**
 * Statements that go to the database together and are answered together, each in its turn and on a
 * snapshot of its own. On a busy machine to be woken by an answer takes longer than the statement.
 */
public final class RoundTrip {

    private final StringJoiner sql = new StringJoiner(";\n");
    private final List<Object> values = new ArrayList<>();
    private final List<TripAnswer<?>> answers = new ArrayList<>();

    /** The answer to one of the statements, once they have run. */
    public static final class TripAnswer<R> {

        private final @Nullable RowReader<R> reader;
        private final List<R> rows = new ArrayList<>();
        private int count;

        private TripAnswer(@Nullable RowReader<R> reader) {
            this.reader = reader;
        }

        /** The rows of a query. */
        public List<R> rows() {
            return rows;
        }

        /** Returns the number of rows that were written. */
        public int count() {
            return count;
        }

        private void read(PreparedStatement statement) throws SQLException {
            if (reader == null) {
                count = Math.max(0, statement.getUpdateCount());
                return;
            }
            try (ResultSet result = Objects.requireNonNull(statement.getResultSet())) {
                while (result.next()) {
                    rows.add(reader.read(result));
                }
            }
        }
    }

    /**
     * Adds a query.
     *
     * @param given the values of its question marks, in their order
     */
    public <R> TripAnswer<R> query(RowReader<R> reader, String query, Object... given) {
        return add(new TripAnswer<>(reader), query, given);
    }

    /** Adds an insert, an update, or a query that nobody reads the rows of. */
    public TripAnswer<Void> execute(String statement, Object... given) {
        return add(new TripAnswer<>(null), statement, given);
    }

    private <R> TripAnswer<R> add(TripAnswer<R> answer, String statement, Object... given) {
        sql.add(statement);
        values.addAll(List.of(given));
        answers.add(answer);
        return answer;
    }

    /** Sends them, and reads all answers. */
    public void run(Handle handle) {
        try (PreparedStatement statement =
                handle.getConnection().prepareStatement(sql.toString())) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
            statement.execute();
            for (TripAnswer<?> answer : answers) {
                answer.read(statement);
                statement.getMoreResults();
            }
        } catch (SQLException e) {
            throw new UnableToExecuteStatementException(e, null);
        }
    }
}
