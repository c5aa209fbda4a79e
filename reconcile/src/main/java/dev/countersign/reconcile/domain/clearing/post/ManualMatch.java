package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.NightRules;
import dev.countersign.reconcile.domain.clearing.match.Candidate;
import dev.countersign.reconcile.domain.clearing.match.MatchEvidence;
import dev.countersign.reconcile.domain.clearing.match.MatchLevel;
import dev.countersign.reconcile.domain.clearing.match.MatchResult;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes a posted clearing from one transaction of a card and posts it to another, since somebody
 * knows better than the match did. The one is as if the record had never come, the other as the
 * night would have made it; the way back is the same. Between the two the record is in suspense for
 * an instant, so that nothing moves towards the network.
 *
 * @param card of the transaction that it goes to
 * @param posted the records of its cards that were settled, without the one in question
 * @param returning true where the record was at that transaction before: it can always go back
 */
public record ManualMatch(
        ClearingRecord record,
        CardFacts card,
        Side from,
        Side to,
        List<PostedClearing> posted,
        boolean returning) {

    public ManualMatch {
        posted = List.copyOf(posted);
    }

    /**
     * One of the two transactions.
     *
     * @param holdTaken what the record took of the hold there; 0 where it goes to
     */
    public record Side(Transaction transaction, long holdTaken) {}

    /**
     * Both transactions as they are then.
     *
     * @param holdTaken what it takes of the hold where it goes to
     * @param differences what does not fit there
     * @param evidence what a dispute of one of them has to show
     * @param awaited by what a late authorization finds a record that goes back to its own
     *     transaction
     */
    public record Linked(
            Transaction from,
            Transaction to,
            long holdTaken,
            List<Break> differences,
            @Nullable MatchEvidence evidence,
            @Nullable EarlyArrival awaited) {

        public Linked {
            differences = List.copyOf(differences);
        }
    }

    /** That a record cannot be linked as somebody wants; the message is a sentence. */
    public static final class UnfitMatchException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UnfitMatchException(String sentence) {
            super(sentence, null, false, false);
        }
    }

    /**
     * Returns both transactions as the match leaves them.
     *
     * @param businessDate the date that is open
     * @throws UnfitMatchException when the record cannot be taken from the one, not posted to the
     *     other, or not put back afterwards as it was
     */
    public Linked link(LocalDate businessDate, ClearingPolicy policy) {
        Linked there = linked(businessDate, policy);
        if (!returning) {
            requireWayBack(there, businessDate, policy);
        }
        return there;
    }

    private Linked linked(LocalDate businessDate, ClearingPolicy policy) {
        requireMovable();
        requireTarget();
        NightRules rules = new NightRules(businessDate, policy);
        Transaction left =
                from.transaction()
                        .withoutClearing(
                                record.amount().minor(), holdBack(), others(from).isEmpty());
        return own() ? returned(left) : posted(rules, left);
    }

    /**
     * The two journals: what is taken from the one, and what is posted to the other. What both hold
     * then is booked by the next night, as it books what the stream does to holds.
     *
     * @param subject of its own, since a record may be linked again
     */
    public List<Journal> journals(LocalDate businessDate, UUID subject) {
        Money billed = record.amount();
        Money network = record.networkMoney();
        return List.of(
                Journals.unlinked(
                        Entry.of(businessDate, JournalEvent.CLEARING_UNLINKED, subject),
                        billed,
                        network),
                Journals.charged(
                        Entry.of(businessDate, JournalEvent.CLEARING_LINKED, subject),
                        new Money(0, billed.currency()),
                        billed,
                        LedgerAccount.SUSPENSE,
                        network));
    }

    /** The others that were posted to one of the two, in their order. */
    private List<ClearingRecord> others(Side side) {
        return posted.stream()
                .filter(other -> other.in(side.transaction().id()))
                .map(PostedClearing::record)
                .sorted(ClearingRecord.ORDER)
                .toList();
    }

    /**
     * Tells whether an amount that cleared under the acquirer's reference of the record was
     * reversed in the transaction that the record is posted to.
     */
    private boolean clearingReversed() {
        return posted.stream()
                .filter(PostedClearing::reversal)
                .filter(other -> other.in(from.transaction().id()))
                .anyMatch(
                        other -> Objects.equals(other.record().refs().arn(), record.refs().arn()));
    }

    /**
     * Returns the amount that is held again. It is what the record took, unless another record
     * ended the hold as well.
     */
    private long holdBack() {
        Transaction transaction = from.transaction();
        boolean ended =
                others(from).stream()
                        .filter(other -> other.kind() == MessageKind.CLEARING)
                        .anyMatch(ClearingRecord::last);
        if (ended) {
            return 0;
        }
        long rest = transaction.amounts().cleared() - record.amount().minor();
        long open = transaction.amounts().approved() - rest - transaction.amounts().held();
        return Math.max(0, Math.min(from.holdTaken(), open));
    }

    /** It goes back to the transaction that it made for itself. */
    private Linked returned(Transaction left) {
        Transaction own = to.transaction().clear(record.amount().minor(), 0, record.at());
        return new Linked(left, own, 0, List.of(), null, ForcePost.awaiting(record, own));
    }

    private Linked posted(NightRules rules, Transaction left) {
        OutcomeBuilder settling = new OutcomeBuilder(rules, record, null);
        Candidate chosen = new Candidate(to.transaction(), others(to));
        ClearingOutcome outcome =
                new PresentmentPosting(settling, record, card, new PostedRecords(), 0)
                        .post(
                                new MatchResult(
                                        MatchLevel.LIFECYCLE,
                                        MatchLevel.LIFECYCLE.score(),
                                        chosen,
                                        List.of(),
                                        false));
        if (outcome.disposition() != Disposition.POSTED && returning) {
            Transaction again = to.transaction().clear(record.amount().minor(), 0, record.at());
            return new Linked(
                    left, again, to.transaction().amounts().held(), List.of(), null, null);
        }
        if (outcome.disposition() != Disposition.POSTED) {
            throw new UnfitMatchException(
                    "Transaction %s has cleared before, and this would be more than was authorized."
                            .formatted(to.transaction().id()));
        }
        return new Linked(
                left,
                outcome.changes().getLast().after(),
                outcome.holdReleasedMinor(),
                outcome.breaks(),
                outcome.evidence(),
                null);
    }

    private void requireWayBack(Linked there, LocalDate businessDate, ClearingPolicy policy) {
        ManualMatch back =
                new ManualMatch(
                        record,
                        card,
                        new Side(there.to(), there.holdTaken()),
                        new Side(there.from(), 0),
                        posted,
                        true);
        boolean asItWas;
        try {
            Linked again = back.linked(businessDate, policy);
            asItWas =
                    again.to().standsAs(from.transaction())
                            && again.from().standsAs(to.transaction());
        } catch (UnfitMatchException e) {
            asItWas = false;
        }
        if (!asItWas) {
            throw new UnfitMatchException(
                    "It could not be put back as it was: what the network increased, reversed or took"
                            + " back on %s or %s stands in the way."
                                    .formatted(from.transaction().id(), to.transaction().id()));
        }
    }

    /** True where the record goes back to the transaction that it made. */
    private boolean own() {
        return to.transaction().origin() == Origin.FORCE_POST
                && to.transaction().id().equals(record.transactionId());
    }

    private void requireMovable() {
        Transaction transaction = from.transaction();
        if (record.kind() != MessageKind.CLEARING || record.credit()) {
            throw new UnfitMatchException(
                    "Only a clearing that charges the cardholder can be linked elsewhere.");
        }
        if (record.amount().minor() == 0) {
            throw new UnfitMatchException("The clearing is about nothing.");
        }
        if (clearingReversed() || transaction.amounts().cleared() < record.amount().minor()) {
            throw new UnfitMatchException("The clearing was taken back by the network.");
        }
        if (transaction.amounts().refunded() > 0) {
            throw new UnfitMatchException(
                    "Transaction %s was refunded.".formatted(transaction.id()));
        }
    }

    private void requireTarget() {
        Transaction transaction = to.transaction();
        if (!transaction.currency().equals(record.amount().currency())) {
            throw unfit("is in another currency");
        }
        if (transaction.type() == TransactionType.REFUND) {
            throw unfit("is a refund");
        }
        if (transaction.status() == TransactionStatus.DECLINED) {
            throw unfit("was declined");
        }
        if (transaction.origin() == Origin.SINGLE_MESSAGE) {
            throw unfit("is settled by its own message, and no clearing follows it");
        }
        if (transaction.origin() == Origin.FORCE_POST && !own()) {
            throw unfit("was never authorized");
        }
    }

    private UnfitMatchException unfit(String why) {
        return new UnfitMatchException("Transaction %s %s.".formatted(to.transaction().id(), why));
    }
}
