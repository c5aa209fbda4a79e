package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.NightRules;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import java.util.List;
import java.util.Optional;

/**
 * The return of a posted clearing to suspense, since an operator says that it belongs elsewhere.
 * Its transaction is as if the record had never come; nothing moves towards the network. From there
 * the record is posted as any other that leaves suspense.
 *
 * @param change of the transaction that it leaves
 * @param suspended the record as it is in suspense
 */
record ClearingReturn(Change change, Journal journal, PostedClearing suspended) {

    /**
     * Takes a clearing from its transaction.
     *
     * @param others the records that were posted, without the one in question
     * @return empty where the record gives money back, or where a refund or a clearing reversal
     *     gave something of the transaction back since
     */
    static Optional<ClearingReturn> of(
            NightRules night, PostedClearing posted, Transaction from, PostedRecords others) {
        ClearingRecord record = posted.record();
        long minor = record.amount().minor();
        if (!record.presentment()
                || from.amounts().cleared() < minor
                || from.amounts().refunded() > 0
                || others.reversed(record, from.id())) {
            return Optional.empty();
        }
        List<ClearingRecord> left = others.to(from);
        long held = heldAgain(record, from.amounts(), left);
        Journal journal =
                Journals.returned(
                        Entry.of(
                                night.businessDate(),
                                JournalEvent.CLEARING_RETURNED,
                                record.id(),
                                posted.suspense().entries()),
                        new Money(held, record.amount().currency()),
                        record.amount(),
                        record.networkMoney());
        return Optional.of(
                new ClearingReturn(
                        new Change(
                                from,
                                from.withoutClearing(
                                        minor,
                                        from.claim().minorOf(record.claim().amount()),
                                        held,
                                        left.isEmpty())),
                        journal,
                        new PostedClearing(record, null, posted.suspense().with(journal), 0)));
    }

    /**
     * Returns the amount that is held again: what is left to clear, and of a record that was not
     * the last no more than its amount. It is nothing where another record ended the hold as well.
     */
    private static long heldAgain(
            ClearingRecord record, Amounts amounts, List<ClearingRecord> left) {
        if (left.stream().filter(ClearingRecord::presentment).anyMatch(ClearingRecord::last)) {
            return 0;
        }
        long rest = amounts.cleared() - record.amount().minor();
        long open = amounts.approved() - amounts.expired() - rest - amounts.held();
        return Math.max(0, record.last() ? open : Math.min(open, record.amount().minor()));
    }
}
