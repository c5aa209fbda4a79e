package dev.countersign.facade.rest.input;

import dev.countersign.facade.error.HttpRefusal;
import dev.countersign.facade.error.HttpRefusedException;
import dev.countersign.reconcile.domain.ErrorCode;
import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.text.CardNumberMask;
import dev.countersign.reconcile.domain.text.PlainText;
import dev.countersign.reconcile.domain.text.Sha256;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON object that a request carries. It has the shape that was asked for; its values are
 * checked where they are read.
 */
public final class Body {

    private static final int SIZE_MAX = 1_048_576;

    /** The levels of the body itself, and of evidence in it. */
    private static final int DEPTH_MAX = 65;

    /** Message about a text that holds what no report can carry. */
    static final String CHARACTER_REFUSED =
            "The text holds a control character or another that is not allowed.";

    private static final ObjectShape NOTHING = new ObjectShape();
    private static final int TIME_LENGTH_MAX = 40;
    private static final Instant TIME_MIN = Instant.EPOCH;
    private static final Instant TIME_END = Instant.parse("2199-12-31T00:00:00Z");

    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(DEPTH_MAX)
                                                    .maxNumberLength(100)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    // What is kept as it came keeps its numbers, too.
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    private final JsonNode object;
    private final String prefix;

    private Body(JsonNode object, String prefix) {
        this.object = object;
        this.prefix = prefix;
    }

    /** Reads the body of a request. */
    public static Body read(HttpServletRequest request, ObjectShape shape) {
        return read(bytes(request), request, shape);
    }

    private static Body read(byte[] bytes, HttpServletRequest request, ObjectShape shape) {
        requireJson(request.getContentType());
        Query.requireNone(request);
        JsonNode node = parse(bytes);
        if (!node.isObject()) {
            throw new RequestRefusedException(ErrorCode.BODY_MALFORMED);
        }
        shape.check(node);
        return new Body(node, "");
    }

    /** Reads the body of an update, which changes something. */
    public static Body readUpdate(HttpServletRequest request, ObjectShape shape) {
        Body body = read(request, shape);
        if (body.object.isEmpty()) {
            throw new RequestRefusedException(ErrorCode.NO_PROPERTIES);
        }
        return body;
    }

    /** Reads the body of a request that may have none, which says as much as an empty object. */
    public static Body readOptional(HttpServletRequest request, ObjectShape shape) {
        byte[] bytes = bytes(request);
        if (bytes.length > 0) {
            return read(bytes, request, shape);
        }
        Query.requireNone(request);
        return new Body(JSON.createObjectNode(), "");
    }

    /** Refuses a body that says something, and parameters, of an operation that takes neither. */
    static void requireNone(HttpServletRequest request) {
        var unused = readOptional(request, NOTHING);
    }

    /** True when a request says more than its path does. */
    static boolean saysMore(HttpServletRequest request) {
        return request.getQueryString() != null
                || request.getContentLengthLong() > 0
                || request.getHeader("Transfer-Encoding") != null;
    }

    private static byte[] bytes(HttpServletRequest request) {
        try {
            byte[] bytes = request.getInputStream().readNBytes(SIZE_MAX + 1);
            if (bytes.length > SIZE_MAX) {
                throw new HttpRefusedException(HttpRefusal.BODY_TOO_LARGE);
            }
            return bytes;
        } catch (IOException e) {
            throw new RequestRefusedException(
                    ErrorCode.BODY_MALFORMED, "The body did not arrive whole.");
        }
    }

    private static void requireJson(@Nullable String contentType) {
        if (contentType == null || !isJson(contentType)) {
            throw new RequestRefusedException(ErrorCode.CONTENT_TYPE_INVALID);
        }
    }

    private static boolean isJson(String contentType) {
        try {
            MediaType type = MediaType.parseMediaType(contentType);
            Charset charset = type.getCharset();
            return type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON)
                    && (charset == null || charset.equals(StandardCharsets.UTF_8));
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            JsonNode node = JSON.readTree(utf8(bytes));
            requireWholeCharacters(node);
            return node;
        } catch (StreamConstraintsException e) {
            throw new RequestRefusedException(
                    ErrorCode.BODY_MALFORMED,
                    "The body has more than %s levels, or a number or a name that is too long."
                            .formatted(DEPTH_MAX));
        } catch (JacksonException e) {
            throw new RequestRefusedException(ErrorCode.BODY_MALFORMED, "The body is not JSON.");
        }
    }

    /** JSON is UTF-8; a lenient reader would take what other readers see otherwise. */
    private static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new RequestRefusedException(ErrorCode.BODY_MALFORMED, "The body is not UTF-8.");
        }
    }

    /** Half a surrogate pair is no character: it could not be given back as it came. */
    private static void requireWholeCharacters(JsonNode node) {
        if (node.isString()) {
            requireWholeCharacters(node.stringValue());
        }
        for (String name : node.propertyNames()) {
            requireWholeCharacters(name);
        }
        for (JsonNode inner : node) {
            requireWholeCharacters(inner);
        }
    }

    private static void requireWholeCharacters(String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new RequestRefusedException(
                    ErrorCode.BODY_MALFORMED, "A text holds one half of a surrogate pair.");
        }
    }

    /**
     * Tells whether two bodies say the same, whatever the order of their members. Card numbers are
     * hashed as they are kept, masked: a hash of so few digits would tell them.
     */
    public String sha256() {
        StringBuilder canonical = new StringBuilder();
        append(object, canonical);
        return Sha256.hex(canonical.toString());
    }

    private static void append(JsonNode node, StringBuilder canonical) {
        if (node.isObject()) {
            for (String name : new TreeSet<>(node.propertyNames())) {
                canonical
                        .append('{')
                        .append(JSON.writeValueAsString(CardNumberMask.mask(name)))
                        .append(':');
                append(node.get(name), canonical);
                canonical.append('}');
            }
        } else if (node.isArray()) {
            canonical.append('[');
            for (JsonNode item : node) {
                append(item, canonical);
                canonical.append(',');
            }
            canonical.append(']');
        } else if (node.isString()) {
            canonical.append(JSON.writeValueAsString(CardNumberMask.mask(node.stringValue())));
        } else {
            canonical.append(CardNumberMask.mask(node.toString()));
        }
    }

    // ---- values

    /** True when the caller sent this property, be it null. */
    public boolean has(String name) {
        return object.has(name);
    }

    /** True when the caller sent null. */
    public boolean isNull(String name) {
        JsonNode value = object.get(name);
        return value != null && value.isNull();
    }

    private RequestRefusedException refused(ErrorCode code, String message, String name) {
        return new RequestRefusedException(code, message, prefix + name);
    }

    private @Nullable JsonNode get(String name) {
        JsonNode value = object.get(name);
        return value == null || value.isNull() ? null : value;
    }

    /** An inner object; an absent one is read as empty. */
    public Body part(String name) {
        JsonNode value = get(name);
        return new Body(value == null ? JSON.createObjectNode() : value, prefix + name + ".");
    }

    /** The names of the members, as sent. */
    public List<String> names() {
        return List.copyOf(object.propertyNames());
    }

    /** A text that is decoded as it was sent, whatever its characters. */
    public String opaque(String name) {
        return Objects.requireNonNull(get(name), name).stringValue();
    }

    /** An id of any length: what can name nothing is looked for too, and not found. */
    public @Nullable String id(String name) {
        return reference(name, Integer.MAX_VALUE);
    }

    /** An id that is there, as its shape demands. */
    public String requiredId(String name) {
        return Objects.requireNonNull(id(name), name);
    }

    /** A text of one line and at most so many characters; card numbers in it are masked. */
    public @Nullable String text(String name, int lengthMax) {
        String text = reference(name, lengthMax);
        return text == null ? null : CardNumberMask.mask(text);
    }

    /**
     * A text that names a thing, as it was sent: who keeps it masks card numbers in it so that it
     * names the same.
     */
    public @Nullable String reference(String name, int lengthMax) {
        JsonNode value = get(name);
        return value == null
                ? null
                : bounded(value.stringValue(), prefix + name, lengthMax, PlainText::isLine);
    }

    /** A text of several lines; card numbers in it are masked. */
    @Nullable String paragraph(String name, int lengthMax) {
        JsonNode value = get(name);
        return value == null
                ? null
                : CardNumberMask.mask(
                        bounded(
                                value.stringValue(),
                                prefix + name,
                                lengthMax,
                                PlainText::isParagraph));
    }

    private static String bounded(
            String text, String path, int lengthMax, Predicate<String> isPlain) {
        if (text.codePointCount(0, text.length()) > lengthMax) {
            throw new RequestRefusedException(
                    ErrorCode.VALUE_TOO_LONG,
                    "The text is longer than " + lengthMax + " characters.",
                    path);
        }
        if (!isPlain.test(text)) {
            throw new RequestRefusedException(ErrorCode.VALUE_INVALID, CHARACTER_REFUSED, path);
        }
        return text;
    }

    /** A text of at most so many characters, and at least one, that must be there. */
    public String requiredText(String name, int lengthMax) {
        return CardNumberMask.mask(requiredReference(name, lengthMax));
    }

    /** A reference of at most so many characters, and at least one, that must be there. */
    public String requiredReference(String name, int lengthMax) {
        String text = reference(name, lengthMax);
        if (text == null || text.isBlank()) {
            throw refused(ErrorCode.VALUE_INVALID, "The text is empty.", name);
        }
        return text;
    }

    /** A text of a form, as it was sent. */
    public @Nullable String text(String name, Pattern form, String description) {
        String text = reference(name, Integer.MAX_VALUE);
        if (text != null && !form.matcher(text).matches()) {
            throw refused(ErrorCode.FORMAT_INVALID, "The text must be " + description + ".", name);
        }
        return text;
    }

    /** Texts of a form, none of them twice. */
    public List<String> texts(String name, Pattern form, String description) {
        JsonNode value = get(name);
        if (value == null) {
            return List.of();
        }
        Set<String> texts = new LinkedHashSet<>();
        for (JsonNode item : value) {
            String text = item.stringValue();
            if (!form.matcher(text).matches()) {
                throw refused(
                        ErrorCode.FORMAT_INVALID, "Each item must be " + description + ".", name);
            }
            texts.add(text);
        }
        return List.copyOf(texts);
    }

    /** Values of a closed set, none of them twice. */
    public <E> List<E> choices(String name, AllowedValues<E> allowed) {
        JsonNode value = get(name);
        if (value == null) {
            return List.of();
        }
        List<E> choices = new ArrayList<>();
        for (JsonNode item : value) {
            E choice = allowed.read(item.stringValue(), ErrorCode.VALUE_INVALID, prefix + name);
            if (!choices.contains(choice)) {
                choices.add(choice);
            }
        }
        return choices;
    }

    /** A value of a closed set. */
    public <E> @Nullable E choice(String name, AllowedValues<E> allowed) {
        JsonNode value = get(name);
        return value == null
                ? null
                : allowed.read(value.stringValue(), ErrorCode.VALUE_INVALID, prefix + name);
    }

    /** A value of a closed set that is there, as its shape demands. */
    public <E> E requiredChoice(String name, AllowedValues<E> allowed) {
        return Objects.requireNonNull(choice(name, allowed), name);
    }

    /** A number of at least so much. */
    public @Nullable Long integer(String name, long min) {
        JsonNode value = get(name);
        if (value == null) {
            return null;
        }
        if (!value.canConvertToLong() || value.longValue() < min) {
            throw refused(
                    ErrorCode.VALUE_OUT_OF_RANGE,
                    "The number must be " + min + " to 9223372036854775807.",
                    name);
        }
        return value.longValue();
    }

    /** A number of at least so much that is there, as its shape demands. */
    public long requiredInteger(String name, long min) {
        return Objects.requireNonNull(integer(name, min), name);
    }

    /** A point in time; another where the body names none. */
    public Instant time(String name, Instant otherwise) {
        String text = text(name, TIME_LENGTH_MAX);
        try {
            Instant time = text == null ? otherwise : Instant.parse(text);
            if (text != null && (time.isBefore(TIME_MIN) || !time.isBefore(TIME_END))) {
                throw refused(
                        ErrorCode.VALUE_OUT_OF_RANGE,
                        "The time must be from 1970-01-01 to 2199-12-30.",
                        name);
            }
            return time;
        } catch (DateTimeException e) {
            throw refused(
                    ErrorCode.FORMAT_INVALID,
                    "The time must be a date-time such as 2026-11-21T10:15:30Z.",
                    name);
        }
    }

    public boolean flag(String name, boolean otherwise) {
        JsonNode value = get(name);
        return value == null ? otherwise : value.booleanValue();
    }

    /** An object that is kept as it is, but for card numbers, which are masked. */
    public @Nullable String json(String name) {
        JsonNode value = get(name);
        if (value == null) {
            return null;
        }
        JsonNode copy = value.deepCopy();
        return FreeJson.masked(copy, prefix + name).toString();
    }
}
