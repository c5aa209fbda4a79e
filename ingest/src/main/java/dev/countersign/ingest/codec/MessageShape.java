package dev.countersign.ingest.codec;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.countersign.reconcile.domain.text.ReferenceMask;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.Named;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An object of a message as the published schema describes it: the names that its members may have,
 * and what each may hold. Each name has a number, so that what was read of an object lies in a row;
 * numbers go by the order of the names, in which a message is hashed.
 */
final class MessageShape {

    /**
     * The values that a member may hold, as far as its type says so.
     *
     * @param part the members of an object; null for any other value
     * @param pattern null for a text that is not written by one
     * @param lengthMax of a text, in characters
     * @param min of a whole number
     * @param max of a whole number
     * @param values all that it can be; empty for what is no closed set
     */
    record Rule(
            @Nullable MessageShape part,
            @Nullable TextPattern pattern,
            int lengthMax,
            long min,
            long max,
            Set<String> values) {}

    /** The most characters of a text for whose length the schema has no bound of its own. */
    private static final int TEXT_MAX = 256;

    private static final JsonNode SCHEMA = schema();
    private static final Set<String> ALL_NAMES = new HashSet<>();

    /** A message. */
    static final MessageShape MESSAGE = new MessageShape("", SCHEMA);

    private final String path;
    private final String[] names;
    private final byte[][] hashed;
    private final Rule[] rules;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final PropertyNameMatcher matcher;
    private final JsonFields absent;

    private MessageShape(String path, JsonNode object) {
        JsonNode members = object.get("properties");
        this.path = path;
        this.names = members.propertyNames().stream().sorted().toArray(String[]::new);
        this.hashed = Stream.of(names).map(MessageShape::hashed).toArray(byte[][]::new);
        this.rules =
                Stream.of(names)
                        .map(name -> rule(at(name), meant(members.get(name))))
                        .toArray(Rule[]::new);
        for (int number = 0; number < names.length; number++) {
            numbers.put(names[number], number);
        }
        ALL_NAMES.addAll(List.of(names));
        this.matcher =
                new JsonFactory()
                        .constructNameMatcher(
                                Stream.of(names).map(Named::fromString).toList(), false);
        this.absent =
                new JsonFields(this, new Object[names.length], Set.of(), ReferenceMask.LAST_FOUR);
    }

    private static JsonNode schema() {
        try (InputStream file =
                MessageShape.class.getResourceAsStream(
                        "/dev/countersign/ingest/feed.schema.json")) {
            return JsonMapper.shared().readTree(Objects.requireNonNull(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Follows a member to its definition, where the schema has it elsewhere. */
    private static JsonNode meant(JsonNode member) {
        JsonNode elsewhere = SCHEMA.at(member.path("$ref").asString("#/none").substring(1));
        return elsewhere.has("properties") ? elsewhere : member;
    }

    private static Rule rule(String path, JsonNode member) {
        JsonNode values = member.path("enum");
        boolean numbers = values.path(0).isIntegralNumber();
        JsonNode pattern = member.path("pattern");
        // Only a plain text is bounded by its length: a format says for itself how long it is.
        boolean plain = member.has("maxLength") && !member.has("format");
        return new Rule(
                member.has("properties") ? new MessageShape(path, member) : null,
                pattern.isString() ? TextPattern.of(pattern.asString()) : null,
                values.isArray()
                        ? Integer.MAX_VALUE
                        : plain ? member.get("maxLength").intValue() : TEXT_MAX,
                numbers ? values.get(0).longValue() : member.path("minimum").asLong(Long.MIN_VALUE),
                numbers
                        ? values.get(values.size() - 1).longValue()
                        : member.path("maximum").asLong(Long.MAX_VALUE),
                numbers
                        ? Set.of()
                        : values.valueStream()
                                .map(JsonNode::asString)
                                .collect(toUnmodifiableSet()));
    }

    /** Tells whether any object of a message has a member of this name. */
    static boolean knows(String name) {
        return ALL_NAMES.contains(name);
    }

    /** Returns the number of members that there can be. */
    int size() {
        return names.length;
    }

    /** The number of a name; negative for one that the schema does not know. */
    int number(String name) {
        Integer number = numbers.get(name);
        return number == null ? -1 : number;
    }

    /** Finds the number of a name while it is read, from its bytes. */
    PropertyNameMatcher matcher() {
        return matcher;
    }

    String name(int number) {
        return names[number];
    }

    /** The bytes that a hash takes of a name: its characters in UTF-16, then how many there are. */
    byte[] hashed(int number) {
        return hashed[number];
    }

    private static byte[] hashed(String name) {
        ByteBuffer bytes =
                ByteBuffer.allocate(name.length() * Character.BYTES + Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN);
        name.chars().forEach(each -> bytes.putChar((char) each));
        return bytes.putInt(name.length()).array();
    }

    Rule rule(int number) {
        return rules[number];
    }

    /** The shape of a member that is an object; null for any other. */
    @Nullable MessageShape part(int number) {
        return rules[number].part();
    }

    /** An object that is not there: one without members. */
    JsonFields absent() {
        return absent;
    }

    /** Returns the place of a member in the message. */
    String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Returns the words that a refusal uses for the object. */
    String described() {
        return path.isEmpty() ? "the message" : path;
    }
}
