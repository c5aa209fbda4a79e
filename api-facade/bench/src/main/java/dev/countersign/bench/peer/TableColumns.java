package dev.countersign.bench.peer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The columns of a table that can be written, as the product has it. */
final class TableColumns {

    private TableColumns() {}

    /** Their names, with a comma and a space between them. */
    static String of(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(
                        """
                        select string_agg(column_name, ', ' order by ordinal_position)
                          from information_schema.columns
                         where table_schema = 'public'
                           and table_name = ?
                           and is_generated = 'NEVER'
                        """)) {
            statement.setString(1, table);
            try (ResultSet names = statement.executeQuery()) {
                names.next();
                return names.getString(1);
            }
        }
    }
}
