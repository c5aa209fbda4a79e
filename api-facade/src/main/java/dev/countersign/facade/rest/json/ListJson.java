package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.facade.rest.input.Query;
import dev.countersign.reconcile.domain.list.ListPage;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A page of a list; the cursor is null on the last one. */
public record ListJson<T>(
        String object,
        List<T> data,
        @JsonProperty("has_more") boolean hasMore,
        @JsonProperty("next_cursor") @Nullable String nextCursor) {

    /** A page, with the cursor of the next one of the same list. */
    public static <R, T> ListJson<T> of(ListPage<R> page, Function<R, T> json, Query query) {
        String cursor = query.cursor(page.next());
        return new ListJson<>(
                "list", page.rows().stream().map(json).toList(), cursor != null, cursor);
    }
}
