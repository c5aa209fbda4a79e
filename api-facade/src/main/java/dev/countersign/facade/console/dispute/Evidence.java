package dev.countersign.facade.console.dispute;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Evidence, line by line. */
final class Evidence {

    /** Numbers stay as they were written: it is somebody's proof. */
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    private Evidence() {}

    /** The evidence for people; null where there is none. */
    static @Nullable String shown(@Nullable String evidence) {
        if (evidence == null || evidence.isBlank()) {
            return null;
        }
        try {
            return JSON.writeValueAsString(JSON.readTree(evidence));
        } catch (JacksonException e) {
            return evidence;
        }
    }
}
