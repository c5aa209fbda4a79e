package dev.countersign.facade.rest.error;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/** The body of every error. */
public record ErrorJson(Details error) {

    /** What went wrong, in the five members of the specification. */
    public record Details(
            String type,
            String code,
            String message,
            @Nullable String param,
            @JsonProperty("request_id") String requestId) {}

    static ErrorJson of(Refused refused, String requestId) {
        return new ErrorJson(
                new Details(
                        refused.code().type(),
                        refused.code().code(),
                        String.valueOf(refused.getMessage()),
                        refused.param(),
                        requestId));
    }
}
