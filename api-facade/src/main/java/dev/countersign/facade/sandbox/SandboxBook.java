package dev.countersign.facade.sandbox;

import dev.countersign.facade.rest.input.CardInPath;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.card.Card;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.service.feed.FeedRecord;
import dev.countersign.reconcile.service.issuing.Cards;
import dev.countersign.reconcile.service.issuing.Transactions;

/** The cards and transactions that the helpers are about, as they look them up in the book. */
record SandboxBook(Cards cards, Transactions transactions, FeedRecord record) {

    Card card(Book book, String id) {
        return CardInPath.find(cards, book, id);
    }

    Card cardOf(Book book, Transaction transaction) {
        return cards.find(book, transaction.owner().cardId())
                .orElseThrow(() -> NotFound.of("card", "card_id"));
    }

    /**
     * A transaction that a caller names.
     *
     * @param param where it is named
     */
    Transaction transaction(Book book, String id, String param) {
        return TransactionId.parse(id)
                .flatMap(known -> transactions.find(book, known))
                .orElseThrow(() -> NotFound.of("transaction", param));
    }

    /** The transaction that a message made or moved. */
    Transaction madeBy(Book book, FeedEntry message) {
        return record.transactionOf(message)
                .flatMap(id -> transactions.find(book, id))
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "the message "
                                                + message.identity()
                                                + " moved no transaction"));
    }
}
