package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.money.Ratio;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * Books clearing reversals, the mirror of the clearing they name. A reversal takes back from one
 * transaction, and no more than that one has; what is above it waits in suspense for a person.
 */
record ClearingReversalPosting(OutcomeBuilder settling, ClearingRecord record) {

    /**
     * Takes back what was posted before. A reversal that came first waited in suspense, and leaves
     * it as far as its original has something to take back.
     *
     * @param original the one transaction that it takes back from
     * @param purchase of which something is taken back; that of a refund where one is taken back
     */
    ClearingOutcome reverseClearing(ClearedOriginal original, @Nullable RefundedPurchase purchase) {
        long amount = record.amount().minor();
        long back = Math.min(amount, original.open());
        change(original, back, purchase);
        if (settling.suspended() && Suspense.owed(record) != original.refund()) {
            settling.correctSide(original.refund(), record.networkMoney());
        }
        Money network = part(back);
        book(original.refund(), back, network);
        if (back < amount) {
            settling.raiseBreak(
                    BreakType.REVERSAL_EXCEEDS,
                    original.transaction().id(),
                    new Money(amount - back, record.amount().currency()));
            if (!settling.suspended()) {
                long rest = record.networkMoney().minor() - network.minor();
                Suspense.book(settling, original.refund(), new Money(rest, network.currency()));
            }
        }
        settling.bookInterchange(interchange(original, back));
        return settling.done(Disposition.REVERSED, original.transaction().id());
    }

    /**
     * Reverses part of an original. An amount that was refunded and is reversed as well was given
     * back twice.
     */
    private void change(ClearedOriginal original, long back, @Nullable RefundedPurchase purchase) {
        if (back <= 0) {
            return;
        }
        Transaction transaction = original.transaction();
        settling.change(
                transaction, transaction.reverseClearing(back, merchants(transaction, back)));
        if (purchase == null) {
            return;
        }
        if (original.refund()) {
            reverseRefunded(purchase, back);
            return;
        }
        long tooMuch = purchase.tooMuchWithout(back);
        if (tooMuch > 0) {
            settling.raiseBreak(
                    BreakType.REFUND_EXCEEDS,
                    transaction.id(),
                    new Money(tooMuch, record.amount().currency()));
        }
    }

    /** The same in the merchant's currency; null where the record names another one. */
    private @Nullable Long merchants(Transaction transaction, long back) {
        Long all = transaction.claim().minorOf(record.claim().amount());
        return all == null ? null : Long.valueOf(Ratio.of(all, back, record.amount().minor()));
    }

    private void reverseRefunded(RefundedPurchase purchase, long back) {
        long rest = back;
        for (Transaction holding : purchase.holding()) {
            long part = Math.min(rest, holding.amounts().refunded());
            if (part > 0) {
                settling.change(holding, holding.minusRefunded(part));
                rest -= part;
            }
        }
    }

    private void book(boolean refund, long back, Money network) {
        Money billed = new Money(back, record.amount().currency());
        if (refund) {
            settling.charge(JournalEvent.CLEARING_REVERSAL, billed, network);
        } else {
            settling.credit(JournalEvent.CLEARING_REVERSAL, billed, network);
        }
    }

    /** The network's side of a part of the billed amount. */
    private Money part(long minor) {
        Money network = record.networkMoney();
        long billed = record.amount().minor();
        if (network.currency().equals(record.amount().currency())) {
            return new Money(minor, network.currency());
        }
        return minor == billed
                ? network
                : new Money(Ratio.of(network.minor(), minor, billed), network.currency());
    }

    /**
     * The mirror of the original's; in proportion where the reversal does not say how much. What a
     * single message said is not among the records, so that the reversal alone says it.
     */
    private Journal interchange(ClearedOriginal original, long back) {
        if (original.records().isEmpty()) {
            return settling.interchange(
                    original.transaction().type(),
                    record.interchangeMinor(),
                    record.interchangeCurrency(),
                    record.networkMoney().currency(),
                    true);
        }
        Long now = record.interchangeMinor();
        if (now != null) {
            ClearingRecord named = original.records().getFirst();
            return interchange(named.type(), mirrored(named.interchangeMinor(), now), record);
        }
        ClearingRecord cleared = Collections.min(original.records(), ClearingRecord.ORDER);
        return interchange(cleared.type(), InterchangeReversal.of(original, back), cleared);
    }

    private Journal interchange(TransactionType type, long minor, ClearingRecord inCurrencyOf) {
        return settling.interchange(
                type,
                minor,
                inCurrencyOf.interchangeCurrency(),
                inCurrencyOf.networkMoney().currency(),
                true);
    }

    private static Long mirrored(@Nullable Long then, Long now) {
        if (then == null || then == 0) {
            return now;
        }
        return then > 0 ? -Math.abs(now) : Math.abs(now);
    }
}
