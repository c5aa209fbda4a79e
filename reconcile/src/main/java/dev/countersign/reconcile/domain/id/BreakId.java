package dev.countersign.reconcile.domain.id;

import java.util.Optional;
import java.util.UUID;

/** Identifies a break. */
public record BreakId(UUID value) {

    public static final String PREFIX = "brk_";

    /** Reads the written form; empty when the text cannot name a break. */
    public static Optional<BreakId> parse(String text) {
        return IdText.read(PREFIX, text).map(BreakId::new);
    }

    @Override
    public String toString() {
        return IdText.write(PREFIX, value);
    }
}
