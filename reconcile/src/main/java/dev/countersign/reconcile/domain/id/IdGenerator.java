package dev.countersign.reconcile.domain.id;

import java.time.Instant;
import java.util.UUID;

/** Makes identifiers that no message gives. Handed in, so that a test can repeat itself. */
@FunctionalInterface
public interface IdGenerator {

    /** A new version 7 identifier for what happens at this instant. */
    UUID next(Instant at);
}
