package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.card.SpendingLimits;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A card as the interface shows it: never its number, never its PIN. */
public record CardJson(
        String id,
        String object,
        @JsonProperty("customer_id") String customerId,
        @JsonProperty("program_id") String programId,
        String type,
        String status,
        String currency,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Cardholder cardholder,
        String brand,
        String last4,
        Expiry expiry,
        @JsonProperty("spending_controls") SpendingControlsJson spendingControls,
        @JsonProperty("replaced_card_id") @Nullable String replacedCardId,
        Map<String, String> metadata,
        @JsonProperty("created_at") String createdAt,
        @JsonProperty("updated_at") String updatedAt) {

    /** The text that is printed on a card. */
    public record Cardholder(String name) {}

    /** The last month in which a card is good. */
    public record Expiry(int month, int year) {}

    /** Limits of a card; null is not enforced. */
    public record SpendingControlsJson(
            @JsonProperty("single_transaction_limit") @Nullable Long singleTransactionLimit,
            @JsonProperty("daily_limit") @Nullable Long dailyLimit,
            @JsonProperty("monthly_limit") @Nullable Long monthlyLimit) {

        static SpendingControlsJson of(SpendingLimits limits) {
            return new SpendingControlsJson(
                    limits.singleTransaction(), limits.daily(), limits.monthly());
        }
    }

    public static CardJson of(Card card) {
        String name = card.cardholderName();
        return new CardJson(
                card.id().toString(),
                "card",
                card.customerId().toString(),
                card.programId().toString(),
                card.type().wire(),
                card.status().wire(),
                card.currency(),
                name == null ? null : new Cardholder(name),
                card.brand().wire(),
                card.last4(),
                new Expiry(card.expiry().getMonthValue(), card.expiry().getYear()),
                SpendingControlsJson.of(card.rules().limits()),
                card.replaced() == null ? null : card.replaced().toString(),
                card.metadata(),
                Times.write(card.createdAt()),
                Times.write(card.updatedAt()));
    }
}
