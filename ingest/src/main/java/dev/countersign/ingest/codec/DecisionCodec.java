package dev.countersign.ingest.codec;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Decision;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Decisions as bytes: the same members in the same order, so that the same decision is the same
 * bytes, whether it was made or read.
 */
public final class DecisionCodec {

    /** With buffers of the thread: Jackson's own pool is a queue that all threads share. */
    private static final JsonFactory JSON =
            JsonFactory.builder().recyclerPool(JsonRecyclerPools.threadLocalPool()).build();

    private static final Function<String, Optional<DeclineReason>> REASONS =
            Wire.reader(DeclineReason.class);

    private final JsonTimes times = new JsonTimes();

    /** The decision as it goes out. */
    public byte[] write(Decision answer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(320);
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
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
            json.writeStringProperty("decided_at", times.text(answer.decidedAt()));
            if (answer.availableMinor() != null) {
                json.writeNumberProperty("available_amount", answer.availableMinor());
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /**
     * A decision that went out.
     *
     * @throws RuntimeException if the bytes are no decision
     */
    public Decision read(byte[] bytes) {
        JsonNode answer = JsonMapper.shared().readTree(bytes);
        String transaction = text(answer, "transaction_id");
        String reason = text(answer, "decline_reason");
        JsonNode available = answer.path("available_amount");
        return new Decision(
                UUID.fromString(answer.required("in_reply_to").asString()),
                answer.required("card_id").asString(),
                transaction == null ? null : TransactionId.parse(transaction).orElseThrow(),
                answer.required("approved_amount").asLong(),
                answer.required("currency").asString(),
                answer.required("response_code").asString(),
                text(answer, "approval_code"),
                reason == null ? null : REASONS.apply(reason).orElseThrow(),
                Instant.parse(answer.required("decided_at").asString()),
                available.isNumber() ? available.asLong() : null);
    }

    /**
     * The outcome of a decision that went out.
     *
     * @param reason null where it was approved; {@code other} where this version does not know it
     */
    public record DecisionOutcome(@Nullable DeclineReason reason, String responseCode) {}

    /** The outcome of a decision, read no further than that takes; empty if the bytes are none. */
    public static Optional<DecisionOutcome> outcome(byte[] bytes) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), bytes)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            String responseCode = "";
            for (String name = json.nextName(); name != null; name = json.nextName()) {
                JsonToken value = json.nextToken();
                switch (name) {
                    case "response_code" -> responseCode = json.getString();
                    case "decline_reason" -> {
                        return Optional.of(
                                new DecisionOutcome(
                                        value == JsonToken.VALUE_NULL
                                                ? null
                                                : REASONS.apply(json.getString())
                                                        .orElse(DeclineReason.OTHER),
                                        responseCode));
                    }
                    default -> json.skipChildren();
                }
            }
            return Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static @Nullable String text(JsonNode object, String name) {
        JsonNode value = object.path(name);
        return value.isString() ? value.asString() : null;
    }

    private static void text(JsonGenerator json, String name, @Nullable Object value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, value.toString());
        }
    }
}
