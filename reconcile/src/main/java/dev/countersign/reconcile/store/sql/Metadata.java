package dev.countersign.reconcile.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.statement.SqlStatement;

/** Pairs of texts in a jsonb column, written and read as two arrays. */
public final class Metadata {

    /** The value to insert; bind it with {@link #bind}. */
    static final String VALUE = "jsonb_object(:metadataKeys, :metadataValues)";

    private Metadata() {}

    /** The two columns to select from a table that has metadata. */
    public static String columns(String table) {
        return "array(select key from jsonb_each_text(%1$s.metadata) order by key) as metadata_keys, array(select value from jsonb_each_text(%1$s.metadata) order by key) as metadata_values"
                .formatted(table);
    }

    public static <S extends SqlStatement<S>> S bind(S statement, Map<String, String> metadata) {
        List<String> keys = List.copyOf(metadata.keySet());
        return statement
                .bindArray("metadataKeys", String.class, keys)
                .bindArray(
                        "metadataValues", String.class, keys.stream().map(metadata::get).toList());
    }

    public static Map<String, String> read(ResultSet row) throws SQLException {
        List<String> keys = Rows.texts(row, "metadata_keys");
        List<String> values = Rows.texts(row, "metadata_values");
        Map<String, String> metadata = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            metadata.put(keys.get(i), values.get(i));
        }
        return metadata;
    }
}
