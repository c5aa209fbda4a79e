package dev.countersign.reconcile.domain.id;

import java.util.Optional;
import java.util.UUID;

/** Names one order. */
public record OrderId(UUID value) {

    public static final String PREFIX = "ord_";

    /** Reads the written form; empty when the text cannot name one. */
    public static Optional<OrderId> parse(String text) {
        return IdText.read(PREFIX, text).map(OrderId::new);
    }

    @Override
    public String toString() {
        return IdText.write(PREFIX, value);
    }
}
