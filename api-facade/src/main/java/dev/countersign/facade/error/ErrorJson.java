package dev.countersign.facade.error;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** The body of every error. */
public record ErrorJson(Details error) {

    /** The error, in the five members of the specification. */
    public record Details(
            String type,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String code,
            String message,
            @Nullable String param,
            @JsonProperty("request_id") String requestId) {}
}
