package dev.countersign.reconcile.domain.order;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle.Step;
import java.util.List;

/** Where an order of a plastic card is. */
public enum OrderStatus implements Wire {
    PENDING,
    PROCESSING,
    SHIPPED,
    DELIVERED,
    CANCELLED;

    /** What moves an order; its delivery makes the card active. */
    public static final Lifecycle<OrderStatus> TABLE =
            new Lifecycle<>(
                    "physical_card_order",
                    List.of(
                            new Step<>(PENDING, "bureau takes it", PROCESSING),
                            new Step<>(
                                    PENDING,
                                    "cancelPhysicalCardOrder, or terminateCard",
                                    CANCELLED),
                            new Step<>(PROCESSING, "bureau sends it", SHIPPED),
                            new Step<>(SHIPPED, "carrier delivers it", DELIVERED)));
}
