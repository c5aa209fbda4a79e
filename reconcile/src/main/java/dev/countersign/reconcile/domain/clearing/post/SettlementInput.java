package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The facts known before the night about a card and about those it replaced or that replaced it. A
 * record may name any of them.
 *
 * @param transactions those that the records may belong to, whatever their state, and all others of
 *     the same names, however old
 * @param posted records that were settled before: those of these transactions, those whose ARN a
 *     reversal names, refunds of these purchases, and reversals that wait in suspense
 * @param chargebacksWon what chargebacks that were won gave back of these transactions, as far as a
 *     night before booked it
 * @param settlementCurrencies in which currencies, beside its own, a card may be settled
 * @param matches the transactions that operators say records belong to, by the id of the record
 */
public record SettlementInput(
        Collection<CardFacts> cards,
        Collection<Transaction> transactions,
        Collection<PostedClearing> posted,
        Map<TransactionId, Long> chargebacksWon,
        Map<CardId, List<SettlementCurrency>> settlementCurrencies,
        Map<UUID, TransactionId> matches) {

    /** The facts of a night without settlement in other currencies and without manual matches. */
    public SettlementInput(
            Collection<CardFacts> cards,
            Collection<Transaction> transactions,
            Collection<PostedClearing> posted,
            Map<TransactionId, Long> chargebacksWon) {
        this(cards, transactions, posted, chargebacksWon, Map.of(), Map.of());
    }

    public SettlementInput {
        settlementCurrencies = Map.copyOf(settlementCurrencies);
        matches = Map.copyOf(matches);
        cards = List.copyOf(cards);
        transactions = List.copyOf(transactions);
        posted = List.copyOf(posted);
        chargebacksWon = Map.copyOf(chargebacksWon);
    }
}
