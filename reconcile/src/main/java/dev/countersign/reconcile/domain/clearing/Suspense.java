package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.clearing.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.settlement.BreakType;
import dev.countersign.reconcile.domain.transaction.TransactionType;

/**
 * What nobody can be charged or credited with. The network settles it all the same, so it is booked
 * against suspense until somebody finds out.
 */
final class Suspense {

    private Suspense() {}

    static ClearingOutcome keep(Settling settling, ClearingRecord record, BreakType why) {
        book(settling, record, record.networkMoney());
        settling.interchange(record);
        settling.difference(why, null, record.amount());
        return settling.done(Disposition.SUSPENDED, null);
    }

    /** Nothing is booked: its card is known now, and what it belongs to still is not. */
    static ClearingOutcome stay(Settling settling, ClearingRecord record, BreakType why) {
        settling.difference(why, null, record.amount());
        return settling.done(Disposition.IDENTIFIED, null);
    }

    /** Books an amount of a record against suspense, on the side it is settled on. */
    static void book(Settling settling, ClearingRecord record, Money money) {
        settling.book(
                owed(record)
                        ? Journals.suspended(settling.entry(JournalEvent.SUSPENSE), money)
                        : Journals.suspendedCredit(settling.entry(JournalEvent.SUSPENSE), money));
    }

    /** True when the network is owed for it: a presentment, or a refund that is taken back. */
    private static boolean owed(ClearingRecord record) {
        return record.kind() == MessageKind.CLEARING_REVERSAL
                ? record.type() == TransactionType.REFUND
                : !record.credit();
    }
}
