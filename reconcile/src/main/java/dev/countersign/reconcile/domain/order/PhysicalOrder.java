package dev.countersign.reconcile.domain.order;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.OrderId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The production and delivery of a plastic card. */
public record PhysicalOrder(
        OrderId id,
        CardId cardId,
        OrderStatus status,
        ShippingMethod method,
        Address address,
        @Nullable String carrier,
        @Nullable String trackingNumber,
        Instant createdAt,
        @Nullable Instant shippedAt) {

    /** The address that a card is sent to; the country is two upper-case letters. */
    public record Address(
            String line1,
            @Nullable String line2,
            String city,
            String postalCode,
            @Nullable String state,
            String country) {}
}
