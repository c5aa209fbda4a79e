package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.JournalLine;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.ledger.Side;

/**
 * The balance that the book carries for a record that no cardholder was charged or credited with in
 * full.
 *
 * @param suspendedMinor what suspense carries, in the currency the record is settled in: above 0
 *     what nobody was charged with, below 0 what nobody was credited with
 * @param writtenOffMinor what of it the write-offs carry, with the same sign
 * @param entries how many put some of it there again, took some out, or corrected its interchange;
 *     the next one follows them
 */
public record SuspenseBalance(long suspendedMinor, long writtenOffMinor, int entries) {

    /** Of a record that was charged or credited in full when it was settled. */
    public static final SuspenseBalance NOTHING = new SuspenseBalance(0, 0, 0);

    /** Returns the balance with a journal booked on the record. */
    public SuspenseBalance with(Journal journal) {
        long suspended = suspendedMinor;
        long writtenOff = writtenOffMinor;
        for (JournalLine line : journal.lines()) {
            long minor = line.money().minor();
            long signed = line.side() == Side.DEBIT ? minor : -minor;
            suspended += line.account() == LedgerAccount.SUSPENSE ? signed : 0;
            writtenOff += line.account() == LedgerAccount.WRITE_OFFS ? signed : 0;
        }
        int more = repeats(journal.entry().event()) ? journal.lines().size() / 2 : 0;
        return new SuspenseBalance(suspended, writtenOff, entries + more);
    }

    /**
     * Tells whether an event may be booked more than once for a record: as one part after another
     * comes, or as an operator matches it to one transaction after another.
     */
    public static boolean repeats(JournalEvent event) {
        return event == JournalEvent.SUSPENSE_IDENTIFIED
                || event == JournalEvent.INTERCHANGE_CORRECTED
                || event == JournalEvent.CLEARING_RETURNED;
    }

    /**
     * The account that faces the network: suspense, or the write-offs once it was written off. Who
     * is charged or credited after all gets it from there.
     */
    public LedgerAccount counterAccount() {
        return suspendedMinor == 0 ? LedgerAccount.WRITE_OFFS : LedgerAccount.SUSPENSE;
    }

    /** Returns the amount that is still there, wherever it is. */
    public long minor() {
        return Math.abs(suspendedMinor == 0 ? writtenOffMinor : suspendedMinor);
    }
}
