package dev.countersign.ingest.codec;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A message sent again: marked as a repetition, at a later time, and otherwise the same. */
public final class Repetition {

    private static final JsonMapper JSON = JsonMapper.shared();

    private Repetition() {}

    /** The repetition of a message that was read before. */
    public static byte[] of(String payload, Instant at) {
        ObjectNode message = (ObjectNode) JSON.readTree(payload);
        message.put("repeat", true);
        message.put("transmitted_at", at.toString());
        return message.toString().getBytes(StandardCharsets.UTF_8);
    }
}
