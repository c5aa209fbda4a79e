package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.SingleMessage;
import dev.countersign.reconcile.domain.clearing.SuspenseBalance;
import dev.countersign.reconcile.domain.clearing.match.MatchEvidence;
import dev.countersign.reconcile.domain.clearing.match.MatchResult;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of the night for one record, or for one single message: all that has to be written.
 *
 * @param subject identity of the record, or of the message
 * @param record null for a single message
 * @param single null for a record
 * @param transaction what it was posted to; null for what went to suspense
 * @param linkedTo the transaction beside which a new one was made
 * @param changes transactions made ({@code before} is null) or changed, in this order
 * @param holdReleasedMinor what is no longer held, in the card's currency
 * @param suspense what the book carries for the record now, because nobody was charged or credited
 * @param early a force post that its late authorization will find
 * @param evidence what a dispute has to show; null where nothing was matched against
 */
public record ClearingOutcome(
        UUID subject,
        @Nullable ClearingRecord record,
        @Nullable SingleMessage single,
        Disposition disposition,
        MatchResult match,
        @Nullable TransactionId transaction,
        @Nullable TransactionId linkedTo,
        List<Change> changes,
        long holdReleasedMinor,
        List<Break> breaks,
        List<Note> notes,
        List<Journal> journals,
        SuspenseBalance suspense,
        @Nullable EarlyArrival early,
        @Nullable MatchEvidence evidence) {

    /** The destination of a record. */
    public enum Disposition implements Wire {
        /** To the transaction it belongs to. */
        POSTED,
        /** To a transaction of its own. */
        POSTED_NEW,
        /** To suspense: no card can be charged or credited. */
        SUSPENDED,
        /** It had been posted when it came; now it is booked. */
        BOOKED,
        /** It took back what was posted before. */
        REVERSED,
        /** It was in suspense, or went back there, and it is known now what it belongs to. */
        IDENTIFIED,
        /**
         * It stays where it is: in suspense, since what it belongs to has not come; or at its
         * transaction, from which it cannot be taken any more.
         */
        WAITING
    }

    public ClearingOutcome {
        changes = List.copyOf(changes);
        breaks = List.copyOf(breaks);
        notes = List.copyOf(notes);
        journals = List.copyOf(journals);
    }

    /** True when the record was taken from the transaction that it had been posted to. */
    public boolean returned() {
        return journals.stream().anyMatch(ClearingOutcome::returns);
    }

    private static boolean returns(Journal journal) {
        return journal.entry().event() == JournalEvent.CLEARING_RETURNED;
    }

    /**
     * Returns the transaction that a journal of the outcome is about: the one that the record
     * leaves, or the one that it was posted to.
     */
    public @Nullable TransactionId transactionOf(Journal journal) {
        return returns(journal) ? changes.getFirst().after().id() : transaction;
    }

    /**
     * Returns the amount that the record reversed of the transaction that it is about, in the
     * card's currency.
     */
    long clearingReversedMinor() {
        long taken = 0;
        for (Change change : changes) {
            if (change.before() != null && change.after().id().equals(transaction)) {
                taken += change.before().amounts().cleared() - change.after().amounts().cleared();
            }
        }
        return taken;
    }
}
