package dev.countersign.reconcile.domain.lookup;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import org.jspecify.annotations.Nullable;

/** A card in a few words. */
public record CardHit(
        CardId id,
        CustomerId customer,
        String last4,
        String status,
        String type,
        String currency,
        @Nullable String name) {}
