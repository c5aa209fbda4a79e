package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.countersign.reconcile.domain.dispute.Dispute;
import org.jspecify.annotations.Nullable;

/** A dispute as the interface shows it; the evidence is as it was given. */
public record DisputeJson(
        String id,
        String object,
        @JsonProperty("transaction_id") String transactionId,
        long amount,
        String currency,
        String reason,
        String status,
        @JsonRawValue @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String evidence,
        @JsonProperty("created_at") String createdAt,
        @JsonProperty("resolved_at") @Nullable String resolvedAt) {

    public static DisputeJson of(Dispute dispute) {
        return new DisputeJson(
                dispute.id().toString(),
                "dispute",
                dispute.transactionId().toString(),
                dispute.amountMinor(),
                dispute.currency(),
                dispute.reason().wire(),
                dispute.status().wire(),
                dispute.evidence(),
                Times.write(dispute.createdAt()),
                Times.writeOrNull(dispute.resolvedAt()));
    }
}
