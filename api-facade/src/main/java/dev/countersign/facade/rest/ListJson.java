package dev.countersign.facade.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of a list; the cursor is null on the last one. */
record ListJson<T>(
        String object,
        List<T> data,
        @JsonProperty("has_more") boolean hasMore,
        @JsonProperty("next_cursor") @Nullable String nextCursor) {

    static <T> ListJson<T> of(List<T> data, @Nullable String nextCursor) {
        return new ListJson<>("list", data, nextCursor != null, nextCursor);
    }
}
