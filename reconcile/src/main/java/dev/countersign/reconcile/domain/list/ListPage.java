package dev.countersign.reconcile.domain.list;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The result of one scan of a list.
 *
 * @param next beside which row the list goes on, in the direction in which it was read; null at its
 *     end
 */
public record ListPage<T>(List<T> rows, @Nullable UUID next) {

    public static <T> ListPage<T> empty() {
        return new ListPage<>(List.of(), null);
    }
}
