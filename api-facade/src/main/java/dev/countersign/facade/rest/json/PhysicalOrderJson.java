package dev.countersign.facade.rest.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.countersign.reconcile.domain.order.PhysicalOrder;
import org.jspecify.annotations.Nullable;

/** The order of a plastic card, as the interface shows it. */
public record PhysicalOrderJson(
        String id,
        String object,
        @JsonProperty("card_id") String cardId,
        String status,
        @JsonProperty("shipping_method") String shippingMethod,
        @JsonProperty("shipping_address") Address shippingAddress,
        @Nullable String carrier,
        @JsonProperty("tracking_number") @Nullable String trackingNumber,
        @JsonProperty("created_at") String createdAt,
        @JsonProperty("shipped_at") @Nullable String shippedAt) {

    /** The address that the card is sent to. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Address(
            String line1,
            @Nullable String line2,
            String city,
            @JsonProperty("postal_code") String postalCode,
            @Nullable String state,
            String country) {}

    public static PhysicalOrderJson of(PhysicalOrder order) {
        PhysicalOrder.Address to = order.address();
        return new PhysicalOrderJson(
                order.id().toString(),
                "physical_card_order",
                order.cardId().toString(),
                order.status().wire(),
                order.method().wire(),
                new Address(
                        to.line1(),
                        to.line2(),
                        to.city(),
                        to.postalCode(),
                        to.state(),
                        to.country()),
                order.carrier(),
                order.trackingNumber(),
                Times.write(order.createdAt()),
                Times.writeOrNull(order.shippedAt()));
    }
}
