package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.util.List;

/**
 * What is known of a card and those it replaced or that replaced it, before the night: a record may
 * name any of them.
 *
 * @param transactions those that the records may belong to: of the last 120 days, whatever their
 *     state
 * @param posted records that were settled before: those of these transactions, those whose ARN a
 *     reversal names, refunds of these purchases, and reversals that wait in suspense
 */
public record LineageBook(
        List<CardFacts> cards, List<Transaction> transactions, List<PostedClearing> posted) {

    public LineageBook {
        cards = List.copyOf(cards);
        transactions = List.copyOf(transactions);
        posted = List.copyOf(posted);
    }
}
