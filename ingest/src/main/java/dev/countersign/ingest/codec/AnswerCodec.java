package dev.countersign.ingest.codec;

import dev.countersign.reconcile.domain.transaction.Answer;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes decisions: the same members in the same order, so that the same decision is the same
 * bytes.
 */
public final class AnswerCodec {

    private static final JsonFactory JSON = new JsonFactory();
    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    /** The decision as it goes out. */
    public byte[] write(Answer answer) {
        StringWriter text = new StringWriter(320);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("in_reply_to", answer.inReplyTo().toString());
            json.writeStringProperty("card_id", answer.cardReference());
            text(json, "transaction_id", answer.transactionId());
            json.writeBooleanProperty("approved", answer.approved());
            json.writeNumberProperty("approved_amount", answer.approvedMinor());
            json.writeStringProperty("currency", answer.currency());
            json.writeStringProperty("response_code", answer.responseCode());
            text(json, "approval_code", answer.approvalCode());
            text(
                    json,
                    "decline_reason",
                    answer.declineReason() == null ? null : answer.declineReason().wire());
            json.writeStringProperty("decided_at", MILLISECONDS.format(answer.decidedAt()));
            json.writeEndObject();
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void text(JsonGenerator json, String name, @Nullable Object value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, value.toString());
        }
    }
}
