package dev.countersign.reconcile.testkit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The rows that a database has before anybody works with it. To put them back in the place of all
 * that a test wrote takes a moment, and leaves sessions and their plans as they are: in a new
 * database each statement of a night is planned anew, for longer than the night takes.
 */
final class FirstRows {

    private static final String TABLES =
            """
            select quote_ident(relname)
              from pg_class
             where relnamespace = 'public'::regnamespace
               and relkind = 'r'
               and relname <> 'flyway_schema_history'
             order by relname
            """;

    private static final String SEQUENCES =
            """
            select format('perform setval(%L, %s, %L);', quote_ident(sequencename),
                          coalesce(last_value, start_value), last_value is not null)
              from pg_sequences
             where schemaname = 'public'
             order by sequencename
            """;

    private final String putBack;

    private FirstRows(String putBack) {
        this.putBack = putBack;
    }

    /** Those that a database has now. */
    static FirstRows of(DataSource database) {
        StringBuilder statements = new StringBuilder();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            List<String> tables = texts(statement, TABLES);
            tables.forEach(table -> statements.append("delete from ").append(table).append(";\n"));
            for (String table : tables) {
                for (String rows :
                        texts(
                                statement,
                                "select quote_literal(jsonb_agg(to_jsonb(row))::text) from %s row having count(*) > 0"
                                        .formatted(table))) {
                    statements.append(
                            "insert into %1$s overriding system value select * from jsonb_populate_recordset(null::%1$s, %2$s);%n"
                                    .formatted(table, rows));
                }
            }
            texts(statement, SEQUENCES)
                    .forEach(sequence -> statements.append(sequence).append('\n'));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new FirstRows(
                """
                do $first$
                begin
                set local session_replication_role = replica;
                set local lock_timeout = '30s';
                %s
                end
                $first$
                """
                        .formatted(statements));
    }

    /** Puts them back, as the server's superuser, in the place of whatever is there. */
    void putBack(DataSource database) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(putBack);
        } catch (SQLException e) {
            throw new IllegalStateException("the first rows cannot be put back", e);
        }
    }

    private static List<String> texts(Statement statement, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
