package dev.countersign.facade.console.dispute;

import dev.countersign.facade.console.breaks.Finding;
import dev.countersign.facade.console.page.InvalidInputException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Evidence: a JSON object, shown line by line, to which operators add. */
final class EvidenceView {

    /** Numbers stay as they were written, since evidence is kept as it was given. */
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    private static final JsonMapper PLAIN =
            JSON.rebuild().disable(SerializationFeature.INDENT_OUTPUT).build();

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

    private EvidenceView() {}

    /** The members of the evidence in words, amounts in decimals; none where it is no object. */
    static List<Finding> lines(@Nullable String evidence, String currency) {
        try {
            return Finding.of(read(evidence), currency);
        } catch (JacksonException e) {
            return List.of();
        }
    }

    /** The evidence as it was given; null where there is none. */
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

    /**
     * The evidence with one thing more; what there is stays as it is.
     *
     * @param name by which the receiver knows it, such as {@code receipt_number}
     */
    static String with(@Nullable String evidence, String name, String text) {
        InvalidInputException.refuse(
                !NAME.matcher(name).matches(),
                "Give it a name of small letters, digits and underscores, such as receipt_number.");
        InvalidInputException.refuse(text.isEmpty(), "Say what the evidence is.");
        if (!(read(evidence) instanceof ObjectNode all)) {
            throw new InvalidInputException("The evidence there is cannot be added to.");
        }
        InvalidInputException.refuse(
                all.has(name), "There is already a " + name + ": give this another name.");
        return PLAIN.writeValueAsString(all.put(name, text));
    }

    private static JsonNode read(@Nullable String evidence) {
        return evidence == null || evidence.isBlank()
                ? JSON.createObjectNode()
                : JSON.readTree(evidence);
    }
}
