package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.Origin;
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
        return of(record, card, record.refs().networkTxnId(), refunded);
    }

    /**
     * The same, for a record that belongs to a purchase which cannot take it: what is refunded of
     * that may be this, so that it has its name.
     */
    static Transaction beside(
            Transaction purchase, ClearingRecord record, CardFacts card, long refunded) {
        String name = purchase.networkTxnId();
        return of(record, card, name == null ? record.refs().networkTxnId() : name, refunded);
    }

    private static Transaction of(
            ClearingRecord record, CardFacts card, @Nullable String networkTxnId, long refunded) {
        NetworkRefs refs = record.refs();
        long amount = record.amount().minor();
        return new Transaction(
                record.transactionId(),
                record.identity(),
                record.payloadHash(),
                record.messageId(),
                CardOwner.of(card),
                record.credit() ? Origin.REFUND : Origin.FORCE_POST,
                record.credit() ? TransactionType.REFUND : record.type(),
                TransactionStatus.SETTLED,
                Amounts.cleared(amount).plusRefunded(refunded),
                record.amount().currency(),
                List.of(),
                record.merchantAmount(),
                null,
                null,
                record.merchant(),
                record.channel(),
                record.network(),
                networkTxnId,
                refs.stan(),
                refs.rrn(),
                refs.acquirerId(),
                new DecisionRecord(
                        amount,
                        APPROVED,
                        refs.approvalCode(),
                        null,
                        List.of(),
                        card.rules().version(),
                        0,
                        0),
                false,
                null,
                0,
                record.place(),
                record.at(),
                record.at(),
                record.at());
    }

    /** By what a late authorization finds it; null when the record has nothing to be found by. */
    static @Nullable EarlyArrival awaiting(ClearingRecord record, Transaction made) {
        NetworkRefs refs = record.refs();
        String stan = refs.networkTxnId() == null ? refs.stan() : null;
        if (refs.originalStan() != null) {
            stan = refs.originalStan();
        }
        if (refs.networkTxnId() == null && (stan == null || refs.acquirerId() == null)) {
            return null;
        }
        return new EarlyArrival(
                record.identity(),
                made.holder().cardId(),
                EarlyArrival.Kind.FORCE_POST,
                refs.networkTxnId(),
                stan,
                refs.acquirerId(),
                refs.originalTransmittedAt(),
                record.amount().minor(),
                record.merchantAmount(),
                null,
                made.id(),
                null,
                record.at());
    }
}
