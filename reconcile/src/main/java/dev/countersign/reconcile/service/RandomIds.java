package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.id.IdGenerator;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/** Identifiers that nobody can guess. */
public final class RandomIds implements IdGenerator {

    private final SecureRandom random = new SecureRandom();

    @Override
    public UUID next(Instant at) {
        return TimeOrderedId.of(at, random.nextLong(), random.nextLong());
    }
}
