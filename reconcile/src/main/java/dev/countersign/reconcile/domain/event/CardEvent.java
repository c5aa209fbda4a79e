package dev.countersign.reconcile.domain.event;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import org.jspecify.annotations.Nullable;

/**
 * A card, or one of its transactions, that another actor than the stream changed: an operator, a
 * key or the night. It tells what is so since then; the rest can be looked up.
 *
 * @param change names the database transaction that did it, so that the same event has the same
 *     identity however often it is told
 * @param transaction what became of a transaction; null where the card or its rules changed
 */
public record CardEvent(
        String change,
        CardId card,
        Book book,
        CardStatus status,
        @Nullable TransactionState transaction) {

    /**
     * A transaction as it is now.
     *
     * @param amount as it is shown over the interface
     */
    public record TransactionState(TransactionId id, TransactionStatus status, Money amount) {}

    /** The same for the same event, and for no other. */
    public String id() {
        return change + "_" + (transaction == null ? card : transaction.id());
    }
}
