package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.match.Candidate;
import dev.countersign.reconcile.domain.clearing.match.MatchLevel;
import dev.countersign.reconcile.domain.clearing.match.MatchResult;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Books refunds. One that the network names so was posted when it came; a credit presentment under
 * another name is posted here, to its authorization or to a transaction of its own. A refund never
 * undoes its purchase.
 */
record CreditPosting(OutcomeBuilder settling, ClearingRecord record) {

    /**
     * Ends the authorization of a refund that the stream posted to a transaction of its own: it is
     * on another card of the chain, or was read later. A weak key is no reason to end one.
     */
    void supersede(MatchResult match) {
        Candidate awaited = match.winner();
        if (awaited != null
                && match.level().number() <= MatchLevel.APPROVAL_AND_MERCHANT.number()) {
            settling.matched(match);
            settling.change(awaited.transaction(), awaited.transaction().superseded());
        }
    }

    /**
     * A refund that was posted when it came.
     *
     * @param purchase what it gives back, null when it names none that is known
     * @param alone true for a card outside any chain, of which the stream has said so already
     */
    ClearingOutcome book(TransactionId refund, @Nullable RefundedPurchase purchase, boolean alone) {
        if (purchase != null) {
            raiseExcess(refund, purchase);
            long uncounted = purchase.uncounted(record.amount().minor());
            if (uncounted > 0) {
                settling.change(purchase.latest(), purchase.latest().plusRefunded(uncounted));
            }
        } else if (!alone) {
            settling.raiseBreak(BreakType.REFUND_UNLINKED, refund, record.amount());
        }
        book();
        return settling.done(Disposition.BOOKED, refund);
    }

    /** A credit presentment that nobody has posted. */
    ClearingOutcome post(MatchResult match, CardFacts card, @Nullable RefundedPurchase purchase) {
        settling.matched(match);
        Candidate awaited = match.winner();
        Transaction refund;
        if (awaited == null) {
            refund = settling.make(ForcePost.of(record, card, 0));
        } else {
            Transaction before = awaited.transaction();
            refund = record.clear(before, 0);
            settling.change(before, refund);
        }
        if (purchase == null) {
            settling.raiseBreak(BreakType.REFUND_UNLINKED, refund.id(), record.amount());
        } else {
            raiseExcess(refund.id(), purchase);
            settling.change(
                    purchase.latest(), purchase.latest().plusRefunded(record.amount().minor()));
        }
        book();
        return settling.done(
                awaited == null ? Disposition.POSTED_NEW : Disposition.POSTED, refund.id());
    }

    private void raiseExcess(TransactionId refund, RefundedPurchase purchase) {
        long tooMuch = purchase.tooMuch(record, settling.night.policy());
        if (tooMuch > 0) {
            settling.raiseBreak(
                    BreakType.REFUND_EXCEEDS,
                    refund,
                    new Money(tooMuch, record.amount().currency()));
        }
    }

    private void book() {
        settling.credit(JournalEvent.REFUND, record.amount(), record.networkMoney());
        settling.bookInterchange(settling.stated(record));
    }
}
