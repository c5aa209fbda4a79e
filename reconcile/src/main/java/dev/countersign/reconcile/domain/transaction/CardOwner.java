package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a transaction.
 *
 * @param funding the funding account that its money comes from; null where funds are not checked
 */
public record CardOwner(
        AccountId accountId,
        Mode mode,
        CardId cardId,
        CustomerId customerId,
        @Nullable FundingId funding) {

    public static CardOwner of(CardFacts card) {
        return new CardOwner(
                card.accountId(), card.mode(), card.id(), card.customerId(), card.funding());
    }
}
