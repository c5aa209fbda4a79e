package dev.countersign.ingest.codec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Tells whether two messages of one identity say the same. What a repetition may change is left
 * out; the order of members and the white space between them do not matter.
 */
final class PayloadHash {

    private static final Set<String> LEFT_OUT =
            Set.of("message_id", "repeat", "source", "transmitted_at");

    private PayloadHash() {}

    /** The first 64 bits of a SHA-256 over the canonical message. */
    static long of(JsonNode message) {
        StringBuilder canonical = new StringBuilder(1_024);
        append(message, canonical, LEFT_OUT);
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(canonical.toString().getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void append(JsonNode node, StringBuilder canonical, Set<String> leftOut) {
        if (node.isObject()) {
            canonical.append('{');
            for (String name : new TreeSet<>(node.propertyNames())) {
                if (!leftOut.contains(name)) {
                    canonical.append(name).append(':');
                    append(node.get(name), canonical, Set.of());
                    canonical.append(',');
                }
            }
            canonical.append('}');
        } else {
            canonical.append(node);
        }
    }
}
