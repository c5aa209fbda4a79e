package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/** A transaction as the interface shows it. */
public record TransactionJson(
        String id,
        String object,
        @JsonProperty("card_id") String cardId,
        @JsonProperty("customer_id") String customerId,
        String type,
        long amount,
        String currency,
        @JsonProperty("merchant_amount") long merchantAmount,
        @JsonProperty("merchant_currency") String merchantCurrency,
        String status,
        @JsonProperty("decline_reason") @Nullable String declineReason,
        Merchant merchant,
        String channel,
        @JsonProperty("created_at") String createdAt,
        @JsonProperty("settled_at") @Nullable String settledAt) {

    /** The merchant that accepted the card; what is not known is left out. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Merchant(
            @Nullable String name,
            @Nullable String mcc,
            @Nullable String city,
            @Nullable String country) {}

    public static TransactionJson of(Transaction transaction) {
        var merchant = transaction.claim().merchant();
        var reason = transaction.declineReason();
        return new TransactionJson(
                transaction.id().toString(),
                "transaction",
                transaction.owner().cardId().toString(),
                transaction.owner().customerId().toString(),
                transaction.type().wire(),
                transaction.amounts().displayAmount(),
                transaction.currency().getCurrencyCode(),
                transaction.merchantAmount(),
                transaction.claim().amount().currency().getCurrencyCode(),
                transaction.status().wire(),
                reason == null ? null : reason.wire(),
                new Merchant(merchant.name(), merchant.mcc(), merchant.city(), merchant.country()),
                transaction.claim().channel().wire(),
                Times.write(transaction.createdAt()),
                Times.writeOrNull(transaction.settledAt()));
    }
}
