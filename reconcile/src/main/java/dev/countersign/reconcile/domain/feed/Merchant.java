package dev.countersign.reconcile.domain.feed;

import org.jspecify.annotations.Nullable;

/** The merchant that accepted the card, as far as the message names it. */
public record Merchant(
        @Nullable String id,
        @Nullable String terminalId,
        @Nullable String name,
        @Nullable String mcc,
        @Nullable String city,
        @Nullable String country) {

    public static final Merchant UNKNOWN = new Merchant(null, null, null, null, null, null);
}
