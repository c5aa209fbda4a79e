package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;

/** The owner of a transaction. */
public record CardOwner(AccountId accountId, Mode mode, CardId cardId, CustomerId customerId) {

    public static CardOwner of(CardFacts card) {
        return new CardOwner(card.accountId(), card.mode(), card.id(), card.customerId());
    }
}
