package dev.countersign.ingest.event;

import dev.countersign.reconcile.domain.event.StateEvent;
import dev.countersign.reconcile.domain.event.StateEvent.CardState;
import dev.countersign.reconcile.domain.event.StateEvent.Posted;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes events as {@code events.schema.json} describes them, and reads what they are called. */
public final class EventCodec {

    private static final int SCHEMA_VERSION = 1;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final EventObjects objects = new EventObjects();

    /**
     * The name and the place of an event that was published.
     *
     * @param sequence among those of its key
     */
    public record EventMark(String id, long sequence) {}

    /** The event as it goes out. */
    public byte[] write(StateEvent event) {
        ObjectNode now = objects.after(event);
        ObjectNode before = objects.before(event);
        ObjectNode json = JSON.createObjectNode();
        json.put("schema_version", SCHEMA_VERSION);
        json.put("event_id", event.id());
        json.put("type", event.kind().wire() + ".updated");
        json.put("sequence", event.sequence());
        json.put("recorded_at", JsonTimes.write(event.recordedAt()));
        if (event.book() != null) {
            json.put("account_id", event.book().account().toString());
        }
        if (event.mode() != null) {
            json.put("mode", event.mode().wire());
        }
        CardState card = event.card();
        if (card != null) {
            json.put("card_id", card.id().toString());
            json.put("card_status", card.status().wire());
        }
        if (event.content() instanceof Posted posted) {
            json.put("transaction_id", posted.change().id().toString());
            json.put("transaction_status", posted.change().now().status().wire());
            json.set("amount", now.get("amount"));
            json.set("currency", now.get("currency"));
            json.put("cause", posted.change().cause());
        }
        json.set("now", now);
        json.set("was", before == null ? JSON.nullNode() : otherwise(before, now));
        return JSON.writeValueAsBytes(json);
    }

    /** The members that had another value before; null where one was not there. */
    private static ObjectNode otherwise(ObjectNode before, ObjectNode now) {
        ObjectNode was = JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> member : before.properties()) {
            if (!member.getValue().equals(now.get(member.getKey()))) {
                was.set(member.getKey(), member.getValue());
            }
        }
        for (Map.Entry<String, JsonNode> member : now.properties()) {
            if (!before.has(member.getKey())) {
                was.putNull(member.getKey());
            }
        }
        return was;
    }

    /** Reads what an event is called; null for what is none of this form. */
    public @Nullable EventMark mark(byte[] written) {
        JsonNode event = JSON.readTree(written);
        return event.path("event_id").isString() && event.path("sequence").isIntegralNumber()
                ? new EventMark(
                        event.path("event_id").stringValue(), event.path("sequence").longValue())
                : null;
    }
}
