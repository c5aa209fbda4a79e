package dev.countersign.reconcile.domain.id;

import java.util.Optional;
import java.util.UUID;

/** Names one funding account. */
public record FundingId(UUID value) {

    public static final String PREFIX = "fund_";

    /** Reads the written form; empty when the text cannot name a funding account. */
    public static Optional<FundingId> parse(String text) {
        return IdText.read(PREFIX, text).map(FundingId::new);
    }

    @Override
    public String toString() {
        return IdText.write(PREFIX, value);
    }
}
