package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.clearing.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * Clearing reversals: the mirror of the clearing they name. They take back no more than was
 * cleared; what is above it waits in suspense.
 */
final class TakingBack {

    private final OutcomeInProgress settling;
    private final ClearingRecord record;

    TakingBack(OutcomeInProgress settling, ClearingRecord record) {
        this.settling = settling;
        this.record = record;
    }

    /**
     * Takes back what was posted before. A reversal that came first waited in suspense, and leaves
     * it as far as it finds something to take back.
     *
     * @param original the record that is taken back
     * @param open how much of it was not taken back yet
     * @param purchase of which something is taken back; that of a refund where one is taken back
     */
    ClearingOutcome takeBack(
            ClearingRecord original,
            Transaction transaction,
            long open,
            @Nullable RefundedPurchase purchase) {
        boolean refund = transaction.type() == TransactionType.REFUND;
        long amount = record.amount().minor();
        long back = Math.min(amount, Math.min(open, transaction.amounts().cleared()));
        change(transaction, back, purchase);
        if (settling.suspended() && Suspense.owed(record) != refund) {
            settling.turn(refund, record.networkMoney());
        }
        Money network = part(back);
        book(refund, back, network);
        if (back < amount) {
            settling.difference(
                    BreakType.REVERSAL_EXCEEDS,
                    transaction.id(),
                    new Money(amount - back, record.amount().currency()));
            if (!settling.suspended()) {
                long rest = record.networkMoney().minor() - network.minor();
                Suspense.book(settling, refund, new Money(rest, network.currency()));
            }
        }
        settling.bookInterchange(interchange(original));
        return settling.done(Disposition.TAKEN_BACK, transaction.id());
    }

    /**
     * Takes back what cleared since of what it had found nothing for: another part of the same ARN
     * has come. Sides and interchange were set right when it met the first.
     *
     * @param before the reversal as it was settled
     * @param open how much cleared under the ARN and was not taken back
     */
    ClearingOutcome takeBackMore(
            PostedClearing before,
            Transaction transaction,
            long open,
            @Nullable RefundedPurchase purchase) {
        long rest = before.restMinor();
        long back = Math.min(rest, Math.min(open, transaction.amounts().cleared()));
        change(transaction, back, purchase);
        Money network =
                back == rest
                        ? new Money(before.carried().minor(), record.networkMoney().currency())
                        : part(back);
        book(transaction.type() == TransactionType.REFUND, back, network);
        return settling.done(Disposition.MET_FURTHER, transaction.id());
    }

    /** What was refunded and is taken back as well came back twice. */
    private void change(Transaction transaction, long back, @Nullable RefundedPurchase purchase) {
        if (back <= 0) {
            return;
        }
        settling.change(transaction, transaction.reverseClearing(back));
        if (purchase == null) {
            return;
        }
        if (transaction.type() == TransactionType.REFUND) {
            settling.change(purchase.holding(), purchase.holding().minusRefunded(back));
            return;
        }
        long tooMuch = purchase.tooMuchWithout(back);
        if (tooMuch > 0) {
            settling.difference(
                    BreakType.REFUND_EXCEEDS,
                    transaction.id(),
                    new Money(tooMuch, record.amount().currency()));
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
        return network.currency().equals(record.amount().currency())
                ? new Money(minor, network.currency())
                : new Money(
                        Ratio.of(network.minor(), minor, Math.max(1, record.amount().minor())),
                        network.currency());
    }

    /** The mirror of the original's; in proportion where the reversal does not say how much. */
    private Journal interchange(ClearingRecord original) {
        Long then = original.interchangeMinor();
        Long now = record.interchangeMinor();
        ClearingRecord says = now == null ? original : record;
        return settling.interchange(
                original.type(),
                mirrored(then, now, original.amount().minor()),
                says.interchangeCurrency(),
                says.networkMoney().currency(),
                true);
    }

    private @Nullable Long mirrored(@Nullable Long then, @Nullable Long now, long cleared) {
        if (then == null) {
            return now;
        }
        if (now == null && cleared <= 0) {
            return null;
        }
        long size = now == null ? share(Math.abs(then), cleared) : Math.abs(now);
        return then > 0 ? -size : size;
    }

    private long share(long interchange, long cleared) {
        return Math.min(interchange, Ratio.of(interchange, record.amount().minor(), cleared));
    }
}
