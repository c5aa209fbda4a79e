package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.feed.NetworkKeys;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.Hold;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.StatedAmount;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transaction of a record that belongs to none: it is posted whatever was authorized. */
final class ForcePost {

    private static final String APPROVED = "00";

    private ForcePost() {}

    /** A new transaction, of which {@code refunded} was given back before it was posted. */
    static Transaction of(ClearingRecord record, CardFacts card, long refunded) {
        return of(record, card, record.refs().keys(), refunded);
    }

    /**
     * The same, for a record that belongs to a purchase which cannot take it: what is refunded of
     * that may be this, so that it has its name.
     */
    static Transaction forPurchase(
            Transaction purchase, ClearingRecord record, CardFacts card, long refunded) {
        String name = purchase.keys().networkTxnId();
        NetworkKeys own = record.refs().keys();
        return of(record, card, name == null ? own : own.withNetworkTxnId(name), refunded);
    }

    private static Transaction of(
            ClearingRecord record, CardFacts card, NetworkKeys keys, long refunded) {
        long amount = record.amount().minor();
        return new Transaction(
                record.transactionId(),
                record.message(),
                CardOwner.of(card),
                record.credit() ? Origin.REFUND : Origin.FORCE_POST,
                record.credit() ? TransactionType.REFUND : record.type(),
                TransactionStatus.SETTLED,
                Amounts.cleared(amount).plusRefunded(refunded),
                record.amount().currency(),
                Hold.NONE,
                record.claim(),
                record.network(),
                keys,
                new DecisionRecord(
                        amount,
                        APPROVED,
                        record.refs().approvalCode(),
                        null,
                        List.of(),
                        card.rules().version(),
                        0,
                        0),
                false,
                0,
                record.at(),
                record.at(),
                record.at());
    }

    /** By what a late authorization finds it; null when the record has nothing to be found by. */
    static @Nullable EarlyArrival awaiting(ClearingRecord record, Transaction made) {
        NetworkRefs refs = record.refs();
        NetworkKeys own = refs.keys();
        String stan = own.networkTxnId() == null ? own.stan() : null;
        if (refs.originalStan() != null) {
            stan = refs.originalStan();
        }
        if (own.networkTxnId() == null && (stan == null || own.acquirerId() == null)) {
            return null;
        }
        return new EarlyArrival(
                record.message().identity(),
                made.owner().cardId(),
                EarlyArrival.Kind.FORCE_POST,
                new NetworkKeys(own.networkTxnId(), stan, null, own.acquirerId()),
                refs.originalTransmittedAt() == null
                        ? null
                        : OriginalReference.namedBy(refs, record.at()).originalAt(),
                new StatedAmount(
                        record.amount().minor(), null, record.claim().amount(), record.at()),
                made.id(),
                null);
    }
}
