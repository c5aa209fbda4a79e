package dev.countersign.reconcile.domain.id;

import java.util.Optional;
import java.util.UUID;

/** Names one transaction. */
public record TransactionId(UUID value) {

    public static final String PREFIX = "txn_";

    /** Reads the written form; empty when the text cannot name a transaction. */
    public static Optional<TransactionId> parse(String text) {
        return IdText.read(PREFIX, text).map(TransactionId::new);
    }

    @Override
    public String toString() {
        return IdText.write(PREFIX, value);
    }
}
