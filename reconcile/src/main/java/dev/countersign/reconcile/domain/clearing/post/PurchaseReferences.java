package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Ratio;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The network's names for the purchases of a card and of those it replaced, and the amounts that
 * were given back of each. A lifecycle may have several transactions, and a transaction several
 * names.
 *
 * @param transactions those of the cards, as they change
 * @param posted what was posted to them, as it grows
 */
record PurchaseReferences(
        Collection<Transaction> transactions,
        PostedRecords posted,
        Map<TransactionId, Long> chargebacksWon) {

    /** The purchase of which something is taken back: of a refund the one that it names. */
    @Nullable RefundedPurchase purchaseOf(ClearedOriginal original) {
        if (!original.refund()) {
            Set<String> names = names(original.transaction().keys().networkTxnId());
            return purchaseOf(
                    names.isEmpty() ? List.of(original.transaction()) : purchases(names), names);
        }
        return original.records().isEmpty() ? null : refundedBy(original.records().getFirst());
    }

    /** The purchase that a refund names; null when it names none that is known. */
    @Nullable RefundedPurchase refundedBy(ClearingRecord refund) {
        Set<String> names = names(refund.refs().originalNetworkTxnId());
        return purchaseOf(purchases(names), names);
    }

    /**
     * Refunds that were booked before anything they could be counted on was known.
     *
     * @param record what is settled now; null for a single message, which is none
     */
    long refundsUncounted(@Nullable String lifecycle, @Nullable ClearingRecord record) {
        Set<String> names = names(lifecycle);
        if (record != null && record.refs().keys().networkTxnId() != null) {
            names.add(record.refs().keys().networkTxnId());
        }
        long booked = posted.refundsBooked(names);
        if (booked == 0) {
            return 0;
        }
        RefundedPurchase purchase = purchaseOf(purchases(names), names);
        return purchase == null ? booked : purchase.uncounted(0);
    }

    private @Nullable RefundedPurchase purchaseOf(List<Transaction> purchases, Set<String> names) {
        long won =
                purchases.stream()
                        .mapToLong(purchase -> chargebacksWon.getOrDefault(purchase.id(), 0L))
                        .reduce(0, Ratio::sum);
        return RefundedPurchase.of(purchases, posted.refundsBooked(names), won);
    }

    /**
     * All that the network calls what one name means: a record may have been matched, or linked by
     * a person, to an authorization of another name.
     */
    private Set<String> names(@Nullable String lifecycle) {
        Set<String> names = new HashSet<>();
        if (lifecycle == null) {
            return names;
        }
        names.add(lifecycle);
        for (Transaction purchase : purchases(Set.of(lifecycle))) {
            if (purchase.keys().networkTxnId() != null) {
                names.add(purchase.keys().networkTxnId());
            }
            posted.presented(purchase)
                    .map(record -> record.refs().keys().networkTxnId())
                    .filter(Objects::nonNull)
                    .forEach(names::add);
        }
        return names;
    }

    /**
     * Returns the purchases that have one of these names themselves, or have a clearing record that
     * has one.
     */
    private List<Transaction> purchases(Set<String> names) {
        if (names.isEmpty()) {
            return List.of();
        }
        return transactions.stream()
                .filter(purchase -> purchase.type() != TransactionType.REFUND)
                .filter(
                        purchase ->
                                Stream.concat(
                                                Stream.ofNullable(purchase.keys().networkTxnId()),
                                                posted.presented(purchase)
                                                        .map(
                                                                record ->
                                                                        record.refs()
                                                                                .keys()
                                                                                .networkTxnId()))
                                        .anyMatch(name -> name != null && names.contains(name)))
                .toList();
    }
}
