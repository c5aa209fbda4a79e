package dev.countersign.reconcile.domain.id;

import java.util.Optional;
import java.util.UUID;

/** Names one program. */
public record ProgramId(UUID value) {

    public static final String PREFIX = "prog_";

    /** Reads the written form; empty when the text cannot name a program. */
    public static Optional<ProgramId> parse(String text) {
        return IdText.read(PREFIX, text).map(ProgramId::new);
    }

    @Override
    public String toString() {
        return IdText.write(PREFIX, value);
    }
}
