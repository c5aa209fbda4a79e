package dev.countersign.ingest.codec;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.BitSet;
import java.util.stream.Stream;

/**
 * Tells whether two messages of one identity say the same. What a repetition may change is left
 * out; the order of members and the white space between them do not matter.
 *
 * <p>It guards against mistakes of who sends, not against malice: it is made for each message, so a
 * quick hash is taken and not a cryptographic one.
 */
final class PayloadHash {

    /** The members of a message that do not count, by their numbers; inside it all count. */
    private static final BitSet LEFT_OUT =
            Stream.of("message_id", "repeat", "source", "transmitted_at")
                    .mapToInt(MessageShape.MESSAGE::number)
                    .collect(BitSet::new, BitSet::set, BitSet::or);

    private static final BitSet NOTHING = new BitSet();

    /** Marker of what comes next, so that no two messages write the same. */
    private static final byte OBJECT = '{';

    private static final byte END = '}';
    private static final byte STRING = '"';
    private static final byte WHOLE_NUMBER = '1';
    private static final byte OTHER = '?';

    private PayloadHash() {}

    /** The XXH3 hash, 64 bits, of the members in the order of their names. */
    static long of(JsonFields message) {
        HashStream64 stream = Hashing.xxh3_64().hashStream();
        add(message, stream, LEFT_OUT);
        return stream.getAsLong();
    }

    private static void add(JsonFields object, HashStream64 stream, BitSet leftOut) {
        stream.putByte(OBJECT);
        object.forEach(
                (value, number) -> {
                    if (!leftOut.get(number)) {
                        stream.putBytes(object.shape().hashed(number));
                        add(value, stream);
                    }
                });
        stream.putByte(END);
    }

    private static void add(Object value, HashStream64 stream) {
        switch (value) {
            case JsonFields object -> add(object, stream, NOTHING);
            case String text -> stream.putByte(STRING).putString(text);
            case Long number -> stream.putByte(WHOLE_NUMBER).putLong(number);
            // Anything else, true, false and null first of all, as JSON writes it.
            default -> stream.putByte(OTHER).putString(value.toString());
        }
    }
}
