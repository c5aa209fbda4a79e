package dev.countersign.reconcile.domain.clearing.match;

import dev.countersign.reconcile.domain.money.Money;
import org.jspecify.annotations.Nullable;

/**
 * The evidence about a record that a dispute has to show.
 *
 * @param level by what the record found its authorization, 0 for not at all
 * @param authorizedMinor in the card's currency
 * @param ceiling what could have cleared, in the currency it was compared in
 * @param validArn of the earlier record that was right, for a duplicate; null where that was a
 *     single message, which has none
 * @param sameMerchantId true when the earlier one has the same merchant number, not only its name
 */
public record MatchEvidence(
        int level,
        long authorizedMinor,
        Money ceiling,
        @Nullable String arn,
        @Nullable String validArn,
        boolean sameMerchantId) {}
