package dev.countersign.reconcile.domain.id;

import java.util.Optional;
import java.util.UUID;

/** Names one dispute. */
public record DisputeId(UUID value) {

    public static final String PREFIX = "dsp_";

    /** Reads the written form; empty when the text cannot name one. */
    public static Optional<DisputeId> parse(String text) {
        return IdText.read(PREFIX, text).map(DisputeId::new);
    }

    @Override
    public String toString() {
        return IdText.write(PREFIX, value);
    }
}
