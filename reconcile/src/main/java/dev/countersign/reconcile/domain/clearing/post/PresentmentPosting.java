package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.match.AmountComparison;
import dev.countersign.reconcile.domain.clearing.match.Candidate;
import dev.countersign.reconcile.domain.clearing.match.MatchEvidence;
import dev.countersign.reconcile.domain.clearing.match.MatchResult;
import dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.clearing.post.Note.NoteSubject;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Posts a presentment. It is always posted in full: whatever was authorized, and whatever became of
 * the card, the network settles it. What is not as authorized is a difference beside it.
 *
 * @param own the transaction that the record made for itself before it was matched elsewhere
 * @param posted what was posted before, to find the same again
 * @param refundsUncounted what refunds gave back that came before the purchase they name
 */
record PresentmentPosting(
        OutcomeBuilder settling,
        ClearingRecord record,
        CardFacts card,
        PostedRecords posted,
        @Nullable Transaction own,
        long refundsUncounted) {

    ClearingOutcome post(MatchResult match) {
        settling.matched(match);
        Candidate winner = match.winner();
        if (winner == null) {
            return unmatched(match);
        }
        Transaction transaction = winner.transaction();
        AmountComparison presented = AmountComparison.of(record, winner, settling.night.policy());
        boolean single = settlesItself(transaction);
        EarlierClearing earlier =
                single || transaction.settledAt() != null ? sameEarlier(winner) : null;
        settling.shows(evidence(match, transaction, presented, earlier));
        if (match.lowConfidence()) {
            settling.raiseBreak(BreakType.LOW_CONFIDENCE, transaction.id(), record.amount());
        }
        if (single) {
            return postSeparately(transaction, moreThanAuthorized(earlier));
        }
        return switch (transaction.status()) {
            case DECLINED -> postSeparately(transaction, BreakType.CLEARED_AFTER_DECLINE);
            case REVERSED ->
                    transaction.expired() && !late(transaction)
                            ? fromHold(transaction, presented)
                            : afterRelease(transaction, earlier);
            case AUTHORIZED -> fromHold(transaction, presented);
            case SETTLED ->
                    transaction.amounts().held() > 0 || expiredInTime(winner, presented)
                            ? fromHold(transaction, presented)
                            : postAgain(transaction, presented, earlier);
        };
    }

    /** True for a single message: it has no parts, and no record follows it. */
    private static boolean settlesItself(Transaction transaction) {
        boolean approved =
                transaction.status() == TransactionStatus.AUTHORIZED
                        || transaction.settledAt() != null;
        return approved && transaction.origin() == Origin.SINGLE_MESSAGE;
    }

    private static BreakType moreThanAuthorized(@Nullable EarlierClearing earlier) {
        return earlier == null ? BreakType.CLEARING_WITHOUT_AUTH : BreakType.DUPLICATE_CLEARING;
    }

    /**
     * Money is held for it, or was until its hold expired, which a merchant who was in time does
     * not answer for: takes it, and gives the rest back when nothing more can come.
     */
    private ClearingOutcome fromHold(Transaction transaction, AmountComparison presented) {
        if (overflows(transaction)) {
            return postSeparately(transaction, BreakType.CLEARING_WITHOUT_AUTH);
        }
        long authorized = transaction.authorizedMinor();
        long all = transaction.amounts().cleared() + record.amount().minor();
        boolean used = all >= authorized || presented.inAll() >= presented.authorized();
        long hold =
                record.last() || used
                        ? 0
                        : Math.max(
                                0,
                                Math.min(
                                        transaction.amounts().held() - record.amount().minor(),
                                        authorized - all));
        if (!presented.withinCeiling()) {
            long excess = presented.excessBilled(record.amount().minor());
            if (excess > 0) {
                raiseBreak(BreakType.AMOUNT_OVER, transaction.id(), excess);
            }
        } else if (record.last() && !used) {
            settling.note(NoteSubject.UNDER, authorized - all);
        }
        if (late(transaction)) {
            settling.raiseBreak(BreakType.LATE_PRESENTMENT, transaction.id(), record.amount());
        }
        compareRates(transaction, presented, all);
        return posted(transaction, record.clear(transaction, hold));
    }

    /** Nothing is held any more, since it was reversed, or the merchant was too late. */
    private ClearingOutcome afterRelease(
            Transaction transaction, @Nullable EarlierClearing earlier) {
        if (earlier != null) {
            // What it cleared with was taken back, but a duplicate of that was left and stands.
            return postSeparately(transaction, BreakType.DUPLICATE_CLEARING);
        }
        settling.raiseBreak(
                transaction.expired()
                        ? BreakType.LATE_PRESENTMENT
                        : BreakType.CLEARED_AFTER_REVERSAL,
                transaction.id(),
                record.amount());
        boolean byMerchant = !transaction.expired() && transaction.settledAt() == null;
        return posted(
                transaction,
                byMerchant
                        ? transaction.clearReversed(
                                record.amount().minor(),
                                transaction.claim().minorOf(record.claim().amount()),
                                record.at())
                        : record.clear(transaction, 0));
    }

    /** It has cleared before: more of the same purchase, the same once more, or something new. */
    private ClearingOutcome postAgain(
            Transaction transaction,
            AmountComparison presented,
            @Nullable EarlierClearing earlier) {
        if (presented.withinCeiling() && !overflows(transaction)) {
            if (!record.partOfSequence()) {
                settling.note(NoteSubject.SPLIT_WITHOUT_SEQUENCE, record.amount().minor());
            }
            if (transaction.amounts().expired() > 0 && late(transaction)) {
                settling.raiseBreak(BreakType.LATE_PRESENTMENT, transaction.id(), record.amount());
            }
            compareRates(
                    transaction,
                    presented,
                    transaction.amounts().cleared() + record.amount().minor());
            return posted(transaction, record.clear(transaction, 0));
        }
        return postSeparately(transaction, moreThanAuthorized(earlier));
    }

    private ClearingOutcome unmatched(MatchResult match) {
        Transaction made = make(ForcePost.of(record, card, refundsUncounted));
        if (match.ambiguous()) {
            settling.raiseBreak(BreakType.AMBIGUOUS_MATCH, made.id(), record.amount());
        } else {
            settling.raiseBreak(BreakType.CLEARING_WITHOUT_AUTH, made.id(), record.amount());
            EarlyArrival early = ForcePost.awaiting(record, made);
            if (early != null) {
                settling.awaitedBy(early);
            }
        }
        book();
        return settling.done(Disposition.POSTED_NEW, made.id());
    }

    /** The transaction it belongs to cannot take it: it is posted to a new one beside it. */
    private ClearingOutcome postSeparately(Transaction transaction, BreakType why) {
        Transaction made = make(ForcePost.forPurchase(transaction, record, card, refundsUncounted));
        settling.linkedTo(transaction.id());
        settling.raiseBreak(why, made.id(), record.amount());
        book();
        return settling.done(Disposition.POSTED_NEW, made.id());
    }

    /** A transaction of its own: the one that it made before, or a new one. */
    private Transaction make(Transaction fresh) {
        if (own == null) {
            return settling.make(fresh);
        }
        Transaction again = record.clear(own, 0);
        settling.change(own, again.plusRefunded(refundsUncounted));
        return again;
    }

    private ClearingOutcome posted(Transaction before, Transaction after) {
        settling.change(
                before, refundsUncounted == 0 ? after : after.plusRefunded(refundsUncounted));
        book();
        return settling.done(Disposition.POSTED, after.id());
    }

    /**
     * True when the merchant presents after the last day of the hold. The record's own date says
     * so, not the night that settles it: a file may come late, or wait for its trailer.
     */
    private boolean late(Transaction transaction) {
        LocalDate lastDay = transaction.hold().until();
        return lastDay != null && record.date().isAfter(lastDay);
    }

    /** True when the record was in time for a hold that would be there, had it not expired. */
    private boolean expiredInTime(Candidate winner, AmountComparison presented) {
        Transaction transaction = winner.transaction();
        return transaction.amounts().expired() > 0
                && !late(transaction)
                && winner.awaitsMore()
                && presented.cleared() < presented.authorized();
    }

    private void book() {
        settling.charge(JournalEvent.CLEARING, record.amount(), record.networkMoney());
        settling.bookInterchange(settling.stated(record));
    }

    /** The merchant got what was authorized, but the cardholder is billed another amount. */
    private void compareRates(Transaction transaction, AmountComparison presented, long all) {
        ClearingPolicy policy = settling.night.policy();
        if (!presented.asPromised(policy)) {
            return;
        }
        long expected = presented.expected(transaction, all);
        long drift = all - expected;
        if (drift == 0) {
            return;
        }
        // What was promised is known by one rate only, and may itself have drifted from it.
        if (policy.driftedTooFar(expected, presented.derived() ? drift / 2 : drift)) {
            raiseBreak(BreakType.FX_VARIANCE, transaction.id(), Math.abs(drift));
        } else {
            settling.note(NoteSubject.FX_DRIFT, drift);
        }
    }

    private boolean overflows(Transaction transaction) {
        return transaction.amounts().cleared() > Long.MAX_VALUE - record.amount().minor();
    }

    private void raiseBreak(BreakType type, TransactionId transaction, long minor) {
        settling.raiseBreak(type, transaction, new Money(minor, record.amount().currency()));
    }

    /**
     * An earlier clearing of the same purchase.
     *
     * @param arn under which it did; null for a single message, which clears by itself
     */
    private record EarlierClearing(@Nullable String arn, Merchant merchant) {

        boolean sameMerchantId(Merchant other) {
            return merchant.id() != null && merchant.id().equals(other.id());
        }
    }

    /**
     * Finds what cleared of the same purchase, of the same amount and merchant, under another ARN
     * and was not reversed since; null when nothing did. Parts that a merchant announces, but never
     * asked for, are no duplicates of one another.
     */
    private @Nullable EarlierClearing sameEarlier(Candidate winner) {
        Transaction transaction = winner.transaction();
        if (winner.made(Origin.SINGLE_MESSAGE)
                && transaction.status() != TransactionStatus.REVERSED
                && asksAsMuch(transaction.claim().merchant(), transaction.claim().amount())) {
            return new EarlierClearing(null, transaction.claim().merchant());
        }
        String lifecycle = record.refs().keys().networkTxnId();
        for (PostedClearing other : posted.all()) {
            boolean related =
                    other.in(transaction.id())
                            || (lifecycle != null
                                    && other.transaction() != null
                                    && lifecycle.equals(
                                            other.record().refs().keys().networkTxnId()));
            if (related
                    && presentsTheSame(other.record())
                    && posted.open(other) > 0
                    && !(winner.made(Origin.FORCE_POST) && isOtherPart(other.record()))) {
                return new EarlierClearing(
                        other.record().refs().arn(), other.record().claim().merchant());
            }
        }
        return null;
    }

    private boolean presentsTheSame(ClearingRecord other) {
        return other.presentment()
                && !Objects.equals(other.refs().arn(), record.refs().arn())
                && asksAsMuch(other.claim().merchant(), other.claim().amount());
    }

    private boolean asksAsMuch(Merchant merchant, Money merchantAmount) {
        return merchantAmount.equals(record.claim().amount())
                && PresentmentMatcher.sameMerchant(merchant, record.claim().merchant());
    }

    /** True when both are announced as parts of as many, and not as the same part. */
    private boolean isOtherPart(ClearingRecord other) {
        return record.partOfSequence()
                && Objects.equals(record.refs().clearingCount(), other.refs().clearingCount())
                && record.sequence() != other.sequence();
    }

    private MatchEvidence evidence(
            MatchResult match,
            Transaction transaction,
            AmountComparison presented,
            @Nullable EarlierClearing earlier) {
        return new MatchEvidence(
                match.level().number(),
                transaction.authorizedMinor(),
                new Money(presented.ceiling(), presented.currency()),
                record.refs().arn(),
                earlier == null ? null : earlier.arn(),
                earlier != null && earlier.sameMerchantId(record.claim().merchant()));
    }
}
