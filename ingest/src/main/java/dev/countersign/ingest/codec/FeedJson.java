package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.DecodedMessage.Reason;
import dev.countersign.reconcile.domain.text.PlainText;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.sym.PropertyNameMatcher;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the bytes of a message into its members, in one go over the bytes. What the schema does not
 * know is read to its end too: a name that comes twice in it is no JSON of the feed, and that is
 * said before anything about its members.
 */
final class FeedJson {

    private static final int SIZE_MAX = 64 * 1_024;
    private static final int DEPTH_MAX = 8;

    /** With buffers of the thread: Jackson's own pool is a queue that all threads share. */
    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .recyclerPool(JsonRecyclerPools.threadLocalPool())
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(DEPTH_MAX)
                                                    .maxNumberLength(40)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                    .build();

    private FeedJson() {}

    /**
     * The members of a message.
     *
     * @param references masks card numbers in what names a thing
     */
    static JsonFields members(byte[] message, ReferenceMask references) {
        if (message.length == 0) {
            throw new MalformedMessageException(Reason.NOT_JSON, "the message is empty");
        }
        if (message.length > SIZE_MAX) {
            throw new MalformedMessageException(
                    Reason.TOO_LARGE, "the message is larger than " + SIZE_MAX + " bytes");
        }
        try (JsonParser parser = JSON.createParser(message)) {
            JsonToken first = parser.nextToken();
            Object read =
                    first == null ? null : value(parser, first, MessageShape.MESSAGE, references);
            if (parser.nextToken() != null) {
                throw notJson();
            }
            if (read instanceof JsonFields members) {
                return members;
            }
            throw new MalformedMessageException(
                    Reason.NOT_JSON, "the message is not a JSON object");
        } catch (JacksonException e) {
            throw notJson();
        }
    }

    /**
     * A message that was read before, as text without white space between its members: seldom asked
     * for, and what was read of a message takes ten times the room of its bytes.
     */
    static String text(byte[] message) {
        return JSON.readTree(message).toString();
    }

    /** The same with what was masked of its members in their place. */
    static String text(byte[] message, JsonFields masked) {
        ObjectNode tree = (ObjectNode) JSON.readTree(message);
        putMasked(tree, masked);
        return tree.toString();
    }

    /**
     * A message that was kept when other characters were taken: those that are refused today show
     * as U+FFFD, so that it can be read again.
     */
    static String legible(String message) {
        if (message.indexOf('\\') < 0 && PlainText.isLine(message)) {
            return message;
        }
        JsonNode tree = JSON.readTree(message);
        makeLegible(tree);
        return tree.toString();
    }

    private static void makeLegible(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode value = object.get(name);
                if (value.isString()) {
                    object.put(name, PlainText.legibleLine(value.stringValue()));
                } else {
                    makeLegible(value);
                }
            }
        }
    }

    private static void putMasked(ObjectNode tree, JsonFields masked) {
        masked.forEach(
                (value, number) -> {
                    String name = masked.shape().name(number);
                    if (value instanceof String text) {
                        tree.put(name, text);
                    } else if (value instanceof JsonFields inner
                            && tree.get(name) instanceof ObjectNode object) {
                        putMasked(object, inner);
                    }
                });
    }

    private static JsonFields object(
            JsonParser parser, MessageShape shape, ReferenceMask references) {
        @Nullable Object[] values = new Object[shape.size()];
        Set<String> unknown = Set.of();
        int number = parser.nextNameMatch(shape.matcher());
        while (number != PropertyNameMatcher.MATCH_END_OBJECT) {
            if (number >= 0) {
                requireOnce(values[number] == null);
                values[number] = value(parser, parser.nextToken(), shape.part(number), references);
            } else {
                unknown = unknown.isEmpty() ? new LinkedHashSet<>() : unknown;
                requireOnce(unknown.add(parser.currentName()));
                parser.nextToken();
                JsonNode unused = tree(parser);
            }
            number = parser.nextNameMatch(shape.matcher());
        }
        return new JsonFields(shape, values, unknown, references);
    }

    /** A text, a whole number of 64 bits, true, false, an object of this shape, or a tree. */
    private static Object value(
            JsonParser parser,
            JsonToken first,
            @Nullable MessageShape shape,
            ReferenceMask references) {
        return switch (first) {
            case VALUE_STRING -> parser.getString();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> NullNode.getInstance();
            case VALUE_NUMBER_INT ->
                    parser.getNumberType() == NumberType.BIG_INTEGER
                            ? tree(parser)
                            : (Object) parser.getLongValue();
            case START_OBJECT -> shape == null ? tree(parser) : object(parser, shape, references);
            default -> tree(parser);
        };
    }

    private static JsonNode tree(JsonParser parser) {
        return parser.readValueAsTree();
    }

    private static void requireOnce(boolean once) {
        if (!once) {
            throw notJson();
        }
    }

    private static MalformedMessageException notJson() {
        return new MalformedMessageException(
                Reason.NOT_JSON, "the message is not JSON, or not JSON a feed may hold");
    }
}
