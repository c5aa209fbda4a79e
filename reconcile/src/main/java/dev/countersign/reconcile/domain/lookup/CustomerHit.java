package dev.countersign.reconcile.domain.lookup;

import dev.countersign.reconcile.domain.id.CustomerId;
import org.jspecify.annotations.Nullable;

/** A customer in a few words. */
public record CustomerHit(
        CustomerId id,
        @Nullable String externalId,
        @Nullable String name,
        String type,
        String status) {}
