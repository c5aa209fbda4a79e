package dev.countersign.reconcile.domain.id;

import java.util.Optional;
import java.util.UUID;

/** Names one customer. */
public record CustomerId(UUID value) {

    public static final String PREFIX = "cus_";

    /** Reads the written form; empty when the text cannot name a customer. */
    public static Optional<CustomerId> parse(String text) {
        return IdText.read(PREFIX, text).map(CustomerId::new);
    }

    @Override
    public String toString() {
        return IdText.write(PREFIX, value);
    }
}
