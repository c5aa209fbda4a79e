package dev.countersign.bench.load;

import java.nio.ByteBuffer;
import java.util.UUID;

/** The key under which a peer answers: the identifier of the message, as bytes. */
public final class AnswerKey {

    private static final int BYTES = 2 * Long.BYTES;

    private AnswerKey() {}

    /** Of the answer to a message. */
    public static byte[] of(UUID message) {
        return ByteBuffer.allocate(BYTES)
                .putLong(message.getMostSignificantBits())
                .putLong(message.getLeastSignificantBits())
                .array();
    }

    /** Tells whether a key names a message. The key of the product's answers names a card. */
    static boolean isOne(byte[] key) {
        return key.length == BYTES;
    }

    /** The message that was answered. */
    static UUID read(byte[] key) {
        ByteBuffer bytes = ByteBuffer.wrap(key);
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
