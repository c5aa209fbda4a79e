package dev.countersign.reconcile.testkit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/**
 * The rows of a database and the counters of its sequences, as {@code pg_dump} takes them along: by
 * value, without the numbers of the transactions that wrote them.
 */
public final class DumpedBook {

    private static final String TABLES =
            """
            select format('%I', tablename)
              from pg_tables
             where schemaname = 'public'
               and tablename <> 'flyway_schema_history'
            """;

    private static final String COUNTERS =
            """
            select format('%I', sequencename), last_value
              from pg_sequences
             where schemaname = 'public'
               and last_value is not null
            """;

    private final Map<String, byte[]> rows = new LinkedHashMap<>();
    private final Map<String, Long> counters = new LinkedHashMap<>();

    private DumpedBook() {}

    /**
     * Dumps a database.
     *
     * @param administrator connects to it as its superuser
     */
    public static DumpedBook of(DataSource administrator) throws SQLException, IOException {
        DumpedBook dump = new DumpedBook();
        try (Connection connection = administrator.getConnection();
                Statement statement = connection.createStatement()) {
            try (ResultSet tables = statement.executeQuery(TABLES)) {
                while (tables.next()) {
                    dump.rows.put(tables.getString(1), new byte[0]);
                }
            }
            for (Map.Entry<String, byte[]> table : dump.rows.entrySet()) {
                var out = new ByteArrayOutputStream();
                long unused =
                        connection
                                .unwrap(PGConnection.class)
                                .getCopyAPI()
                                .copyOut("copy " + table.getKey() + " to stdout", out);
                table.setValue(out.toByteArray());
            }
            try (ResultSet found = statement.executeQuery(COUNTERS)) {
                while (found.next()) {
                    dump.counters.put(found.getString(1), found.getLong(2));
                }
            }
        }
        return dump;
    }

    /** Puts it in the place of all rows of another database, which has the same schema. */
    public void restoreInto(DataSource administrator) throws SQLException, IOException {
        try (Connection connection = administrator.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("set session_replication_role = replica");
            statement.execute("truncate " + String.join(", ", rows.keySet()));
            for (Map.Entry<String, byte[]> table : rows.entrySet()) {
                long unused =
                        connection
                                .unwrap(PGConnection.class)
                                .getCopyAPI()
                                .copyIn(
                                        "copy " + table.getKey() + " from stdin",
                                        new ByteArrayInputStream(table.getValue()));
            }
            for (Map.Entry<String, Long> counter : counters.entrySet()) {
                statement.execute(
                        "select setval('%s', %s)".formatted(counter.getKey(), counter.getValue()));
            }
        }
    }
}
