package dev.countersign.ingest.event;

import dev.countersign.ingest.codec.JsonTimes;
import dev.countersign.reconcile.domain.event.EventKind;
import dev.countersign.reconcile.domain.event.StateEvent;
import dev.countersign.reconcile.domain.event.StateEvent.CardState;
import dev.countersign.reconcile.domain.event.StateEvent.Images;
import dev.countersign.reconcile.domain.event.StateEvent.PostedTransaction;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes events as {@code events.schema.json} describes them, and reads what they are called. */
public final class EventCodec {

    private static final int SCHEMA_VERSION = 1;
    private static final JsonMapper JSON = JsonMapper.shared();

    private static final JsonFactory WRITING =
            JsonFactory.builder().recyclerPool(JsonRecyclerPools.threadLocalPool()).build();

    /** A transaction's event has about so many bytes. */
    private static final int SIZE = 1_024;

    private final EventObjects objects = new EventObjects();
    private final TransactionObject transactions = new TransactionObject();
    private final JsonTimes recorded = new JsonTimes();

    /**
     * The name and the place of an event that was published.
     *
     * @param sequence among those of its key
     */
    public record EventMark(String id, long sequence) {}

    /** The event as it goes out. */
    public byte[] write(StateEvent event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(SIZE);
        try (JsonGenerator json = WRITING.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeNumberProperty("schema_version", SCHEMA_VERSION);
            json.writeStringProperty("event_id", event.id());
            json.writeStringProperty("type", event.kind().wire() + ".updated");
            json.writeNumberProperty("sequence", event.sequence());
            json.writeStringProperty("recorded_at", recorded.text(event.recordedAt()));
            if (event.book() != null) {
                json.writeStringProperty("account_id", event.book().account().toString());
            }
            if (event.mode() != null) {
                json.writeStringProperty("mode", event.mode().wire());
            }
            CardState card = event.card();
            if (card != null) {
                json.writeStringProperty("card_id", card.id().toString());
                json.writeStringProperty("card_status", card.status().wire());
            }
            switch (event.content()) {
                case PostedTransaction posted -> transactions.write(json, event.key(), posted);
                case Images images -> write(json, event.kind(), images);
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private void write(JsonGenerator json, EventKind kind, Images images) {
        ObjectNode now = objects.after(kind, images);
        ObjectNode before = objects.before(kind, images);
        json.writeName("now");
        json.writeRawValue(JSON.writeValueAsString(now));
        json.writeName("was");
        if (before == null) {
            json.writeNull();
        } else {
            json.writeRawValue(JSON.writeValueAsString(otherwise(before, now)));
        }
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
