package dev.countersign.ingest.codec;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Arrays;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Tells whether two messages of one identity say the same. What a repetition may change is left
 * out; the order of members and the white space between them do not matter.
 *
 * <p>It guards against mistakes of who sends, not against malice: it is made for each message, so a
 * quick hash is taken and not a cryptographic one.
 */
final class PayloadHash {

    private static final Set<String> LEFT_OUT =
            Set.of("message_id", "repeat", "source", "transmitted_at");

    /** What comes next, so that no two messages write the same. */
    private static final byte OBJECT = '{';

    private static final byte END = '}';
    private static final byte STRING = '"';
    private static final byte WHOLE_NUMBER = '1';
    private static final byte OTHER = '?';

    private PayloadHash() {}

    /** The XXH3 hash, 64 bits, of the members in the order of their names. */
    static long of(JsonNode message) {
        HashStream64 stream = Hashing.xxh3_64().hashStream();
        add(message, stream, LEFT_OUT);
        return stream.getAsLong();
    }

    private static void add(JsonNode node, HashStream64 stream, Set<String> leftOut) {
        if (node.isObject()) {
            stream.putByte(OBJECT);
            String[] names = node.propertyNames().toArray(String[]::new);
            Arrays.sort(names);
            for (String name : names) {
                if (!leftOut.contains(name)) {
                    stream.putString(name);
                    add(node.get(name), stream, Set.of());
                }
            }
            stream.putByte(END);
        } else if (node.isString()) {
            stream.putByte(STRING).putString(node.stringValue());
        } else if (node.isIntegralNumber() && node.canConvertToLong()) {
            stream.putByte(WHOLE_NUMBER).putLong(node.longValue());
        } else {
            stream.putByte(OTHER).putString(node.toString());
        }
    }
}
