package dev.countersign.ingest.codec;

import dev.countersign.reconcile.domain.text.CardNumberMask;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Masks a message that could not be read before anything of it is kept. The whole of it stands in
 * the feed for as long as its topic holds it; what is kept beside the feed is the shape: the names
 * of members that the schema knows, words without digits, true, false and null.
 *
 * <p>No digit of the sender's is left but those of the message's id, by which its sender finds it,
 * and they only where no card number hides in them. A rule that looked for card numbers would have
 * to know every way to write one; here halves in two members, digits of another script, track data
 * and PIN blocks all come to the same.
 */
public final class Redaction {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int SIZE_MAX = 64 * 1_024;
    private static final String MASK = "***";

    /** Words: a run of letters that is longer may be a number in another notation. */
    private static final Pattern WORDS =
            Pattern.compile("(?=.{1,64}$)[A-Za-z]{0,16}([ ._:+-]+[A-Za-z]{1,16})*[ ._:+-]*");

    /**
     * Digits and what stands between those of an amount, a date or a time: their shape is shown.
     */
    private static final Pattern FIGURES = Pattern.compile("[0-9TZ.:+-]{1,64}");

    private static final Pattern DIGIT = Pattern.compile("[0-9]");
    private static final Pattern NO_DIGIT = Pattern.compile("[^0-9]");
    private static final Pattern IDENTIFIER =
            Pattern.compile(
                    "[a-z]{3,6}_[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** The one member that keeps its digits: by it the sender finds the message. */
    private static final String MESSAGE_ID = "message_id";

    private static final Pattern SECRET_NAME =
            Pattern.compile("(?i).*(pan|pin|cvc|cvv|csc|track|block|secret|key|password).*");
    private static final int LETTERS = 26;

    private Redaction() {}

    /** The body for the dead letter topic. */
    public static byte[] body(byte @Nullable [] value) {
        return masked(value).getBytes(StandardCharsets.UTF_8);
    }

    private static String masked(byte @Nullable [] value) {
        if (value == null || value.length == 0) {
            return "{}";
        }
        if (value.length > SIZE_MAX) {
            return summary(value);
        }
        try {
            return JSON.readTree(value) instanceof ObjectNode message
                    ? masked(message, true).toString()
                    : summary(value);
        } catch (JacksonException e) {
            return summary(value);
        }
    }

    /** Summarizes a value by its length: a hash of so few digits would tell them. */
    private static String summary(byte[] value) {
        return "{\"bytes\":" + value.length + "}";
    }

    /** The key, when it is one of our identifiers. */
    public static byte @Nullable [] key(byte @Nullable [] key) {
        if (key == null) {
            return null;
        }
        return isIdentifier(new String(key, StandardCharsets.UTF_8))
                ? key
                : MASK.getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode masked(ObjectNode object, boolean message) {
        ObjectNode masked = JSON.createObjectNode();
        int unnamed = 0;
        for (String name : object.propertyNames()) {
            JsonNode value = object.get(name);
            String shown = isShown(name) ? name : MASK + letters(unnamed++);
            if (message && name.equals(MESSAGE_ID) && isIdentifier(value.asString(""))) {
                masked.set(shown, value);
            } else if (SECRET_NAME.matcher(name).matches()) {
                masked.put(shown, MASK);
            } else {
                masked.set(shown, masked(value));
            }
        }
        return masked;
    }

    /** True for the name of a member that the schema knows, or that is words without digits. */
    static boolean isShown(String name) {
        return MessageShape.knows(name) || WORDS.matcher(name).matches();
    }

    private static JsonNode masked(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> masked(object, false);
            case ArrayNode array -> masked(array);
            default ->
                    value.isBoolean() || value.isNull()
                            ? value
                            : NODES.stringNode(
                                    value.isNumber() ? MASK : masked(value.asString(MASK)));
        };
    }

    private static ArrayNode masked(ArrayNode array) {
        ArrayNode masked = JSON.createArrayNode();
        for (JsonNode item : array) {
            masked.add(masked(item));
        }
        return masked;
    }

    private static String masked(String text) {
        if (WORDS.matcher(text).matches()) {
            return text;
        }
        return FIGURES.matcher(text).matches() ? DIGIT.matcher(text).replaceAll("#") : MASK;
    }

    /**
     * Our identifiers are random: digits in them are none of a card, unless a caller wrote them.
     */
    private static boolean isIdentifier(String text) {
        return IDENTIFIER.matcher(text).matches()
                && !hidesCardNumber(NO_DIGIT.matcher(text).replaceAll(""));
    }

    private static boolean hidesCardNumber(String digits) {
        for (int from = 0; from + CardNumberMask.DIGITS_MIN <= digits.length(); from++) {
            for (int to = from + CardNumberMask.DIGITS_MIN; to <= digits.length(); to++) {
                if (CardNumberMask.finds(digits.substring(from, to))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A name of letters alone: a, b … z, ba, bb … */
    private static String letters(int number) {
        String last = String.valueOf((char) ('a' + number % LETTERS));
        return number < LETTERS ? last : letters(number / LETTERS) + last;
    }
}
