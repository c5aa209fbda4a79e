package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.TransactionType;

/**
 * The amounts with which no cardholder can be charged or credited. The network settles them all the
 * same, so they are booked against suspense until an operator finds out whose they are.
 */
final class Suspense {

    private Suspense() {}

    /** Keeps a record in suspense; one that is there already is only told of. */
    static ClearingOutcome keep(OutcomeBuilder settling, ClearingRecord record, BreakType why) {
        if (!settling.suspended()) {
            book(settling, owed(record), record.networkMoney());
            settling.book(settling.stated(record));
        }
        settling.raiseBreak(why, null, record.amount());
        return settling.done(Disposition.SUSPENDED, null);
    }

    /**
     * Books an amount against suspense.
     *
     * @param owed true when the network is owed for it
     */
    static void book(OutcomeBuilder settling, boolean owed, Money money) {
        settling.book(
                owed
                        ? Journals.suspended(settling.entry(JournalEvent.SUSPENSE), money)
                        : Journals.suspendedCredit(settling.entry(JournalEvent.SUSPENSE), money));
    }

    /**
     * True when the network is owed for a record, as far as it tells alone: for a presentment, and
     * for a refund that is taken back.
     */
    static boolean owed(ClearingRecord record) {
        return record.kind() == MessageKind.CLEARING_REVERSAL
                ? record.type() == TransactionType.REFUND
                : !record.credit();
    }
}
