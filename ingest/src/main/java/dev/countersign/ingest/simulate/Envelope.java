package dev.countersign.ingest.simulate;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** Builds one message of the feed, field by field, as the envelope's schema names them. */
public final class Envelope {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Map<String, Object> fields = new LinkedHashMap<>();

    private final Instant at;

    private Envelope(String kind, String network, UUID messageId, Instant at) {
        this.at = at;
        fields.put("schema_version", 1);
        fields.put("message_id", messageId.toString());
        fields.put("kind", kind);
        fields.put("network", network);
        fields.put("source", new LinkedHashMap<>(Map.of("system", "simulator")));
        fields.put("transmitted_at", at.toString());
    }

    /** Starts a message. */
    public static Envelope of(String kind, String network, UUID messageId, Instant at) {
        return new Envelope(kind, network, messageId, at);
    }

    /** Returns the time at which it is sent. */
    public Instant at() {
        return at;
    }

    /** Sets a field of the message itself. */
    public Envelope with(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    /** Sets a field of a part of the message, such as {@code refs}. */
    public Envelope with(String part, String name, Object value) {
        @SuppressWarnings("unchecked") // parts are only made here
        Map<String, Object> members =
                (Map<String, Object>)
                        fields.computeIfAbsent(part, missing -> new LinkedHashMap<>());
        members.put(name, value);
        return this;
    }

    /** Sets an amount of money. */
    public Envelope money(String name, long minor, String currency) {
        Map<String, Object> money = new LinkedHashMap<>();
        money.put("value", minor);
        money.put("currency", currency);
        fields.put(name, money);
        return this;
    }

    /** The message as it is sent. */
    public String text() {
        return JSON.writeValueAsString(fields);
    }
}
