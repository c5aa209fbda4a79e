package dev.countersign.reconcile.store.sql;

import dev.countersign.reconcile.domain.list.ListPosition;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The order of a list by its key, as SQL that reads the list from a position on, in either
 * direction.
 *
 * @param columns of the key, all of them in the same direction
 */
public record KeyOrder(List<String> columns, boolean descending) {

    /** The smallest key first. */
    public static KeyOrder ascending(String... columns) {
        return new KeyOrder(List.of(columns), false);
    }

    /** The largest key first. */
    public static KeyOrder descending(String... columns) {
        return new KeyOrder(List.of(columns), true);
    }

    /**
     * The condition of the rows from a position on; empty at the start of the list.
     *
     * @param values of the row's key, as SQL; they are bound only where there is a row
     */
    public String after(ListPosition<?> at, String... values) {
        return at.row() == null
                ? ""
                : " and (%s) %s (%s) "
                        .formatted(
                                String.join(", ", columns),
                                descending == at.backwards() ? ">" : "<",
                                String.join(", ", values));
    }

    /** The end of a statement that reads at most {@code :limit} rows from a position on. */
    public String page(ListPosition<?> at, String... values) {
        return after(at, values) + by(at) + " limit :limit";
    }

    /** The order in which rows are read from a position on. */
    public String by(ListPosition<?> at) {
        String direction = descending == at.backwards() ? "" : " desc";
        return columns.stream()
                .map(column -> column + direction)
                .collect(Collectors.joining(", ", " order by ", " "));
    }
}
