package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.clearing.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/**
 * Clearing reversals: the mirror of the clearing they name. They take back no more than was
 * cleared; what is above it waits in suspense.
 */
final class TakingBack {

    private final Settling settling;
    private final ClearingRecord record;

    TakingBack(Settling settling, ClearingRecord record) {
        this.settling = settling;
        this.record = record;
    }

    /**
     * Takes back what was posted before.
     *
     * @param original the record that is taken back
     * @param open how much of it was not taken back yet
     * @param purchase that a refund gives back to, when it is a refund that is taken back
     * @param suspended true when the reversal came first and waited in suspense
     */
    ClearingOutcome takeBack(
            ClearingRecord original,
            Transaction transaction,
            long open,
            @Nullable Transaction purchase,
            boolean suspended) {
        long amount = record.amount().minor();
        long back = Math.min(amount, Math.min(open, transaction.amounts().cleared()));
        if (back > 0) {
            settling.change(transaction, transaction.reverseClearing(back));
            if (purchase != null) {
                settling.change(purchase, purchase.minusRefunded(back));
            }
        }
        settling.book(mirror(transaction, back, suspended));
        if (back < amount) {
            Money rest = new Money(amount - back, record.amount().currency());
            settling.difference(BreakType.REVERSAL_EXCEEDS, transaction.id(), rest);
            if (!suspended) {
                Suspense.book(settling, record, part(amount - back));
            }
        }
        if (!suspended) {
            interchange(original);
        }
        return settling.done(
                suspended ? Disposition.IDENTIFIED : Disposition.TAKEN_BACK, transaction.id());
    }

    private Journal mirror(Transaction transaction, long back, boolean suspended) {
        Money billed = new Money(back, record.amount().currency());
        Money released = settling.holdReleased(record.amount().currency());
        boolean refund = transaction.type() == TransactionType.REFUND;
        if (suspended) {
            var entry = settling.entry(JournalEvent.SUSPENSE_IDENTIFIED);
            return refund
                    ? Journals.identified(entry, released, billed, part(back))
                    : Journals.creditIdentified(entry, released, billed, part(back));
        }
        var entry = settling.entry(JournalEvent.CLEARING_REVERSAL);
        return refund
                ? Journals.refundReversal(entry, billed, part(back))
                : Journals.clearingReversal(entry, released, billed, part(back));
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
    private void interchange(ClearingRecord original) {
        Long then = original.interchangeMinor();
        Long now = record.interchangeMinor();
        long size;
        if (now != null) {
            size = Math.abs(now);
        } else if (then != null && original.amount().minor() > 0) {
            size = Ratio.of(Math.abs(then), record.amount().minor(), original.amount().minor());
            size = Math.min(size, Math.abs(then));
        } else {
            return;
        }
        ClearingRecord says = now == null ? original : record;
        Currency currency =
                Settling.interchangeCurrency(
                                says.interchangeCurrency(), says.networkMoney().currency())
                        .orElse(null);
        if (currency == null) {
            settling.note(Note.About.INTERCHANGE_CURRENCY, size);
            return;
        }
        long mirrored = then != null && then > 0 ? -size : size;
        if (then == null && now != null) {
            mirrored = now;
        }
        settling.interchange(original.type(), mirrored, currency, true);
    }
}
