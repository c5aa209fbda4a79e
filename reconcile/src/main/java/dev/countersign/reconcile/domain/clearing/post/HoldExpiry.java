package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.NightRules;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.post.Posting.Change;
import java.time.LocalDate;
import java.util.UUID;

/**
 * Holds that nobody cleared in time. A hold ends in the first night whose business date is after
 * its last day and the days of grace, which {@code night.release_days} counts; the network is not
 * told. A hold of nothing ends so, too, and nothing is booked.
 */
public final class HoldExpiry {

    private HoldExpiry() {}

    /** A hold that ended. */
    public record ExpiredHold(Change change, Money released, Journal journal) {}

    /** True when a hold ends in this night. A single message holds for itself and never ends so. */
    public static boolean due(Transaction transaction, NightRules night) {
        LocalDate until = transaction.hold().until();
        return until != null
                && transaction.holdOpen()
                && until.plusDays(night.policy().graceDays()).isBefore(night.businessDate());
    }

    /** Ends a hold that is due. */
    public static ExpiredHold expire(Transaction transaction, NightRules night) {
        Money released = new Money(transaction.amounts().held(), transaction.currency());
        return new ExpiredHold(
                new Change(transaction, transaction.expire()),
                released,
                Journals.holdReleased(
                        Entry.of(
                                night.businessDate(),
                                JournalEvent.HOLD_RELEASED,
                                subject(transaction)),
                        released));
    }

    /** A late message may renew a hold that ended, and it ends again: each end is its own. */
    private static UUID subject(Transaction transaction) {
        return NamedId.of(transaction.message().identity(), transaction.version());
    }
}
