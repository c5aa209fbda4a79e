package dev.countersign.reconcile.domain.list;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A position in a list: its start, or beside one of its rows, and the direction in which the list
 * is read from there. Rows that are added or leave elsewhere do not move it.
 *
 * @param row the key of that row; null at the start
 * @param backwards true towards the start
 */
public record ListPosition<K>(@Nullable K row, boolean backwards) {

    public static <K> ListPosition<K> start() {
        return new ListPosition<>(null, false);
    }

    /** The position after a row; the start of the list where none is named. */
    public static <K> ListPosition<K> after(@Nullable K row) {
        return new ListPosition<>(row, false);
    }

    public static <K> ListPosition<K> before(K row) {
        return new ListPosition<>(row, true);
    }

    /** Puts rows that were read from here in the order of the list. */
    public <T> List<T> inOrder(List<T> read) {
        return backwards ? read.reversed() : read;
    }
}
