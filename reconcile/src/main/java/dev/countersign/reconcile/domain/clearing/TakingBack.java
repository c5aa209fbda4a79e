package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.clearing.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.List;
import java.util.Objects;
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
     * @param found what was posted under its ARN, to each transaction: it takes back what is open
     *     of the first here, and the rest of the others later
     * @param purchase of which something is taken back; that of a refund where one is taken back
     */
    ClearingOutcome takeBack(List<ClearedOriginal> found, @Nullable RefundedPurchase purchase) {
        ClearedOriginal original = found.getFirst();
        long inAll = found.stream().mapToLong(ClearedOriginal::open).reduce(0, Ratio::sum);
        long amount = record.amount().minor();
        long back = Math.min(amount, original.open());
        change(original, back, purchase);
        if (settling.suspended() && Suspense.owed(record) != original.refund()) {
            settling.turn(original.refund(), record.networkMoney());
        }
        Money network = part(back);
        book(original.refund(), back, network);
        if (inAll < amount) {
            settling.difference(
                    BreakType.REVERSAL_EXCEEDS,
                    original.transaction().id(),
                    new Money(amount - inAll, record.amount().currency()));
        }
        if (back < amount && !settling.suspended()) {
            long rest = record.networkMoney().minor() - network.minor();
            Suspense.book(settling, original.refund(), new Money(rest, network.currency()));
        }
        settling.bookInterchange(interchange(original, back));
        return settling.done(Disposition.TAKEN_BACK, original.transaction().id());
    }

    /**
     * Takes back of what it had found nothing for: another part of the same ARN has come, or was
     * posted to another transaction. Sides were set right when it met the first, and interchange
     * that it states was booked.
     *
     * @param before the reversal as it was settled
     */
    ClearingOutcome takeBackMore(
            PostedClearing before, ClearedOriginal original, @Nullable RefundedPurchase purchase) {
        long rest = before.restMinor();
        long back = Math.min(rest, original.open());
        change(original, back, purchase);
        Money network =
                back == rest
                        ? new Money(before.carried().minor(), record.networkMoney().currency())
                        : part(back);
        book(original.refund(), back, network);
        if (record.interchangeMinor() == null) {
            settling.bookInterchange(interchange(original, back));
        }
        return settling.done(Disposition.MET_FURTHER, original.transaction().id());
    }

    /** What was refunded and is taken back as well came back twice. */
    private void change(ClearedOriginal original, long back, @Nullable RefundedPurchase purchase) {
        if (back <= 0) {
            return;
        }
        Transaction transaction = original.transaction();
        settling.change(transaction, transaction.reverseClearing(back));
        if (purchase == null) {
            return;
        }
        if (original.refund()) {
            takeBackRefunded(purchase, back);
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

    private void takeBackRefunded(RefundedPurchase purchase, long back) {
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
        return network.currency().equals(record.amount().currency())
                ? new Money(minor, network.currency())
                : new Money(
                        Ratio.of(network.minor(), minor, Math.max(1, record.amount().minor())),
                        network.currency());
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
        ClearingRecord cleared = original.records().getFirst();
        Long now = record.interchangeMinor();
        ClearingRecord says = now == null ? cleared : record;
        return settling.interchange(
                cleared.type(),
                now == null
                        ? interchangeOf(original, original.taken())
                                - interchangeOf(original, original.taken() + back)
                        : mirrored(cleared.interchangeMinor(), now),
                says.interchangeCurrency(),
                says.networkMoney().currency(),
                true);
    }

    private static Long mirrored(@Nullable Long then, Long now) {
        if (then == null) {
            return now;
        }
        return then > 0 ? -Math.abs(now) : Math.abs(now);
    }

    /**
     * The interchange of so much of what cleared, the first first, in the currency of the first: so
     * that all of it has come back when all of the amount has, in whatever portions.
     */
    private static long interchangeOf(ClearedOriginal original, long minor) {
        ClearingRecord first = original.records().getFirst();
        long rest = minor;
        long earned = 0;
        long paid = 0;
        for (ClearingRecord cleared : original.records()) {
            long part = Math.min(rest, cleared.amount().minor());
            long share = inSameCurrency(cleared, first) ? share(cleared, part) : 0;
            earned = Ratio.sum(earned, Math.max(0, share));
            paid = Ratio.sum(paid, Math.max(0, -share));
            rest -= part;
        }
        return earned - paid;
    }

    /** Cash says with either sign what is paid. */
    private static long share(ClearingRecord cleared, long minor) {
        Long then = cleared.interchangeMinor();
        if (then == null || minor == 0) {
            return 0;
        }
        long share = Ratio.of(Math.abs(then), minor, cleared.amount().minor());
        return then > 0 || cleared.type() == TransactionType.CASH_WITHDRAWAL ? share : -share;
    }

    private static boolean inSameCurrency(ClearingRecord one, ClearingRecord other) {
        return Objects.equals(one.interchangeCurrency(), other.interchangeCurrency())
                && one.networkMoney().currency().equals(other.networkMoney().currency());
    }
}
