package dev.countersign.jobs.settle;

import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.post.PostedClearing;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.program.SettlementCurrency;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All that is needed to settle one chain of cards: the records of this night, and what they may
 * belong to.
 *
 * @param lineage of the cards; of a record whose card nobody knows, the record's own id
 * @param posted records that were settled before, by their ids
 * @param chargebacksWon what chargebacks that were won gave back of the transactions
 * @param settlementCurrencies in which currencies, beside its own, a card may be settled
 * @param matches the transactions that operators say records of this night belong to
 */
record Bundle(
        UUID lineage,
        List<CardFacts> cards,
        List<ClearingRecord> records,
        List<Transaction> singleMessages,
        Map<TransactionId, Transaction> transactions,
        Map<UUID, PostedClearing> posted,
        Map<TransactionId, Long> chargebacksWon,
        Map<CardId, List<SettlementCurrency>> settlementCurrencies,
        Map<UUID, TransactionId> matches) {

    Bundle(UUID lineage) {
        this(
                lineage,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>());
    }

    /** Returns the network's names for the purchases that the records of this night name. */
    Set<String> statedNames() {
        Set<String> names = new HashSet<>();
        for (ClearingRecord record : records) {
            addName(names, record.refs().keys().networkTxnId());
            addName(names, record.refs().originalNetworkTxnId());
        }
        return names;
    }

    /**
     * Returns the network's names, as far as they are known, for the purchases that the records of
     * this night may belong to, and for its single messages. What was posted before, and its
     * transaction, may have further names. If a record names no purchase that is known, it may be
     * any of the lineage.
     */
    Set<String> possibleNames() {
        Set<String> names = new HashSet<>();
        Set<TransactionId> postedTo = postedTo();
        boolean any = !allNamePurchases();
        for (PostedClearing clearing : posted.values()) {
            ClearingRecord record = clearing.record();
            addName(names, record.refs().originalNetworkTxnId());
            if (record.kind() != MessageKind.REFUND) {
                addName(names, record.refs().keys().networkTxnId());
            }
        }
        for (Transaction single : singleMessages) {
            addName(names, single.keys().networkTxnId());
        }
        for (Transaction transaction : transactions.values()) {
            if (transaction.type() != TransactionType.REFUND
                    && (any || postedTo.contains(transaction.id()))) {
                addName(names, transaction.keys().networkTxnId());
            }
        }
        return names;
    }

    /** The transactions to which something was posted. */
    Set<TransactionId> postedTo() {
        Set<TransactionId> postedTo = new HashSet<>();
        for (PostedClearing clearing : posted.values()) {
            if (clearing.transaction() != null) {
                postedTo.add(clearing.transaction());
            }
        }
        return postedTo;
    }

    /** The transactions that may have been cleared, and taken back, under any ARN. */
    Set<TransactionId> cleared() {
        Set<TransactionId> cleared = postedTo();
        for (Transaction transaction : transactions.values()) {
            if (transaction.settledAt() != null) {
                cleared.add(transaction.id());
            }
        }
        return cleared;
    }

    /** A reversal names what it takes back by the acquirer's reference. */
    private boolean allNamePurchases() {
        Set<String> known = new HashSet<>();
        for (Transaction transaction : transactions.values()) {
            if (transaction.type() != TransactionType.REFUND) {
                addName(known, transaction.keys().networkTxnId());
            }
        }
        return records.stream()
                .filter(record -> record.kind() != MessageKind.CLEARING_REVERSAL)
                .map(
                        record ->
                                record.credit()
                                        ? record.refs().originalNetworkTxnId()
                                        : record.refs().keys().networkTxnId())
                .allMatch(name -> name != null && known.contains(name));
    }

    private static void addName(Set<String> names, @Nullable String name) {
        if (name != null) {
            names.add(name);
        }
    }
}
