package dev.countersign.reconcile.domain.order;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle.Step;
import java.util.List;

/** The state of an order of a plastic card. */
public enum OrderStatus implements Wire {
    PENDING,
    PROCESSING,
    SHIPPED,
    DELIVERED,
    CANCELLED;

    /** The triggers that move an order. Its delivery makes the card active. */
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
