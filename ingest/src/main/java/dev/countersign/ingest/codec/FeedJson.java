package dev.countersign.ingest.codec;

import dev.countersign.ingest.codec.Decoded.Reason;
import java.util.HashSet;
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

    /** The members of a message. */
    static Members members(byte[] message) {
        if (message.length == 0) {
            throw new Unreadable(Reason.NOT_JSON, "the message is empty");
        }
        if (message.length > SIZE_MAX) {
            throw new Unreadable(
                    Reason.TOO_LARGE, "the message is larger than " + SIZE_MAX + " bytes");
        }
        try (JsonParser parser = JSON.createParser(message)) {
            JsonToken first = parser.nextToken();
            Object read = first == null ? null : value(parser, first, Shape.MESSAGE);
            if (parser.nextToken() != null) {
                throw notJson();
            }
            if (read instanceof Members members) {
                return members;
            }
            throw new Unreadable(Reason.NOT_JSON, "the message is not a JSON object");
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

    private static Members object(JsonParser parser, Shape shape) {
        @Nullable Object[] values = new Object[shape.size()];
        Set<String> unknown = null;
        int number = parser.nextNameMatch(shape.matcher());
        while (number != PropertyNameMatcher.MATCH_END_OBJECT) {
            if (number >= 0) {
                requireOnce(values[number] == null);
                values[number] = value(parser, parser.nextToken(), shape.part(number));
            } else {
                unknown = unknown == null ? new HashSet<>() : unknown;
                requireOnce(unknown.add(parser.currentName()));
                parser.nextToken();
                JsonNode unused = tree(parser);
            }
            number = parser.nextNameMatch(shape.matcher());
        }
        return new Members(shape, values, unknown != null);
    }

    /** A text, a whole number of 64 bits, true, false, an object of this shape, or a tree. */
    private static Object value(JsonParser parser, JsonToken first, @Nullable Shape shape) {
        return switch (first) {
            case VALUE_STRING -> parser.getString();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> NullNode.getInstance();
            case VALUE_NUMBER_INT ->
                    parser.getNumberType() == NumberType.BIG_INTEGER
                            ? tree(parser)
                            : (Object) parser.getLongValue();
            case START_OBJECT -> shape == null ? tree(parser) : object(parser, shape);
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

    private static Unreadable notJson() {
        return new Unreadable(
                Reason.NOT_JSON, "the message is not JSON, or not JSON a feed may hold");
    }
}
