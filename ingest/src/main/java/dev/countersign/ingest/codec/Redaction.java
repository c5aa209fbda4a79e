package dev.countersign.ingest.codec;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What may be shown of a message that could not be read: its shape. Nobody knows what such a
 * message holds, so every value goes that could be a secret; a message that is not JSON is told by
 * its length and hash alone.
 */
public final class Redaction {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int SIZE_MAX = 64 * 1_024;
    private static final String MASK = "***";

    /** Six digits in a row, or ten with separators between, may already be part of a secret. */
    private static final Pattern SAFE_TEXT =
            Pattern.compile("(?!.*[0-9]{6})(?!.*([0-9][ ._:+-]*){10})[A-Za-z0-9 ._:+-]{1,64}");

    private static final Pattern IDENTIFIER =
            Pattern.compile(
                    "[a-z]{3,6}_[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(pan|pin|cvc|cvv|track|block).*");
    private static final long HARMLESS_NUMBER_MAX = 999_999_999L;

    private Redaction() {}

    /** The body for the dead letter topic. */
    public static byte[] body(byte @Nullable [] value) {
        if (value == null || value.length == 0) {
            return "{}".getBytes(StandardCharsets.UTF_8);
        }
        if (value.length > SIZE_MAX) {
            return summary(value);
        }
        try {
            JsonNode node = JSON.readTree(value);
            return node instanceof ObjectNode object
                    ? masked(object).toString().getBytes(StandardCharsets.UTF_8)
                    : summary(value);
        } catch (JacksonException e) {
            return summary(value);
        }
    }

    /** The key, when it is one of our identifiers or a keyed hash. */
    public static byte @Nullable [] key(byte @Nullable [] key) {
        if (key == null) {
            return null;
        }
        String text = new String(key, StandardCharsets.UTF_8);
        return IDENTIFIER.matcher(text).matches() ? key : MASK.getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode masked(ObjectNode object) {
        ObjectNode masked = JSON.createObjectNode();
        int unnamed = 0;
        for (String name : object.propertyNames()) {
            boolean known = SAFE_TEXT.matcher(name).matches();
            JsonNode value = object.get(name);
            masked.set(
                    known ? name : MASK + ++unnamed,
                    SECRET_NAME.matcher(name).matches()
                            ? JSON.getNodeFactory().stringNode(MASK)
                            : masked(value));
        }
        return masked;
    }

    private static JsonNode masked(JsonNode value) {
        if (value instanceof ObjectNode object) {
            return masked(object);
        }
        if (value.isString()) {
            String text = value.stringValue();
            boolean harmless =
                    SAFE_TEXT.matcher(text).matches() || IDENTIFIER.matcher(text).matches();
            return harmless ? value : JSON.getNodeFactory().stringNode(MASK);
        }
        if (value.isBoolean()
                || value.isNull()
                || (value.isIntegralNumber()
                        && value.canConvertToLong()
                        && Math.abs(value.longValue()) <= HARMLESS_NUMBER_MAX)) {
            return value;
        }
        return JSON.getNodeFactory().stringNode(MASK);
    }

    private static byte[] summary(byte[] value) {
        try {
            String hash =
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(value));
            return ("{\"bytes\":" + value.length + ",\"sha256\":\"" + hash + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
