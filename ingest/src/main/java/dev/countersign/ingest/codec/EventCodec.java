package dev.countersign.ingest.codec;

import dev.countersign.reconcile.domain.event.CardEvent;
import dev.countersign.reconcile.domain.event.CardEvent.TransactionState;
import java.io.ByteArrayOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes events as {@code events.schema.json} describes them. */
public final class EventCodec {

    private static final int SCHEMA_VERSION = 1;
    private static final JsonFactory JSON = new JsonFactory();

    /** The event as it goes out. */
    public byte[] write(CardEvent event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(320);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            TransactionState transaction = event.transaction();
            json.writeStartObject();
            json.writeNumberProperty("schema_version", SCHEMA_VERSION);
            json.writeStringProperty("event_id", event.id());
            json.writeStringProperty(
                    "type", transaction == null ? "card.updated" : "transaction.updated");
            json.writeStringProperty("account_id", event.book().account().toString());
            json.writeStringProperty("mode", event.book().mode().wire());
            json.writeStringProperty("card_id", event.card().toString());
            json.writeStringProperty("card_status", event.status().wire());
            if (transaction != null) {
                write(json, transaction);
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void write(JsonGenerator json, TransactionState transaction) {
        json.writeStringProperty("transaction_id", transaction.id().toString());
        json.writeStringProperty("transaction_status", transaction.status().wire());
        json.writeNumberProperty("amount", transaction.amount().minor());
        json.writeStringProperty("currency", transaction.amount().currency().getCurrencyCode());
    }
}
