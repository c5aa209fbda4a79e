package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.MerchantClaim;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkKeys;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.money.Ratio;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A card transaction: one purchase, cash withdrawal or refund, from its authorization to the end.
 *
 * @param message that made it
 * @param claim what the request asked for
 * @param keys by which later messages find it
 * @param version moves on with each change; a writer that saw another one has to look again
 * @param createdAt business time of the authorization
 * @param settledAt first posting, never rewritten
 */
public record Transaction(
        TransactionId id,
        MessageRef message,
        CardOwner owner,
        Origin origin,
        TransactionType type,
        TransactionStatus status,
        Amounts amounts,
        Currency currency,
        Hold hold,
        MerchantClaim claim,
        Network network,
        NetworkKeys keys,
        DecisionRecord decision,
        boolean skewed,
        int version,
        Instant createdAt,
        Instant decidedAt,
        @Nullable Instant settledAt) {

    /**
     * Returns the reason for the decline; null in any other state, also where the network overrode
     * a decline.
     */
    public @Nullable DeclineReason declineReason() {
        return status == TransactionStatus.DECLINED ? decision.reason() : null;
    }

    /** True when money is reserved, or could be posted against it. */
    public boolean open() {
        return status == TransactionStatus.AUTHORIZED || amounts.held() > 0;
    }

    /**
     * True when a hold is open: money is reserved, or an authorization of nothing waits for what
     * becomes of it, as long as its window lasts.
     */
    public boolean holdOpen() {
        return amounts.held() > 0
                || (status == TransactionStatus.AUTHORIZED && hold.until() != null);
    }

    /**
     * The time from which networks count: that of the clearing in question, else of the first one;
     * null while it is not settled.
     *
     * @param ofClearing business time of the clearing; null where none is named
     */
    public @Nullable Instant processedAt(@Nullable Instant ofClearing) {
        return settledAt == null || ofClearing == null ? settledAt : ofClearing;
    }

    /**
     * Returns the authorized amount that was not reversed. It is the hold while the transaction is
     * authorized, the amount held last when it was released, and all that could be cleared once
     * something was. In minor units of the card's currency; 0 where nothing was ever approved.
     */
    public long authorizedMinor() {
        return switch (status) {
            case DECLINED -> 0;
            case AUTHORIZED -> type == TransactionType.REFUND ? amounts.approved() : amounts.held();
            case REVERSED -> settledAt == null ? amounts.displayAmount() : amounts.approved();
            case SETTLED -> amounts.approved();
        };
    }

    /**
     * The same in the merchant's currency, whatever rates the messages were billed at; null where
     * it is not known.
     */
    public @Nullable Long merchantAuthorizedMinor() {
        return hold.merchantMinor() == null && authorizedMinor() == amounts.requested()
                ? Long.valueOf(claim.amount().minor())
                : hold.merchantMinor();
    }

    /**
     * Returns the amount shown in the merchant's currency: what was asked for, what is held, or
     * what cleared, as {@link Amounts#displayAmount} is in the card's. Where no message told it,
     * the amount asked for in proportion to what is shown, rounded down.
     */
    public long merchantAmount() {
        long shown = amounts.displayAmount();
        Long stated =
                switch (status) {
                    case DECLINED -> Long.valueOf(claim.amount().minor());
                    case SETTLED -> merchantCleared();
                    case AUTHORIZED, REVERSED ->
                            shown == authorizedMinor() ? merchantAuthorizedMinor() : null;
                };
        if (stated != null) {
            return stated;
        }
        return shown == amounts.requested() || amounts.requested() == 0
                ? claim.amount().minor()
                : Ratio.of(claim.amount().minor(), shown, amounts.requested());
    }

    /** Returns what cleared in the merchant's currency; null where a record did not tell. */
    private @Nullable Long merchantCleared() {
        if (amounts.cleared() == 0) {
            return 0L;
        }
        return hold.merchantCleared() == null && amounts.cleared() == amounts.requested()
                ? Long.valueOf(claim.amount().minor())
                : hold.merchantCleared();
    }

    /** The hold with what has cleared; what was asked for is not written once more. */
    private Hold withMerchantCleared(Hold changed, Amounts after, @Nullable Long merchants) {
        boolean asAsked =
                after.cleared() == amounts.requested()
                        && merchants != null
                        && merchants == claim.amount().minor();
        return changed.withMerchantCleared(asAsked || after.cleared() == 0 ? null : merchants);
    }

    /**
     * True when the network may still approve for us what we declined. Its advice must meet the
     * reversal.
     */
    public boolean mayStillBeApproved() {
        return status == TransactionStatus.DECLINED
                && decision.declinedFor() != DeclineCode.REVERSED_BEFORE_AUTH;
    }

    /** True when the hold was released because nobody cleared it in time. */
    public boolean expired() {
        return status == TransactionStatus.REVERSED && settledAt == null && amounts.expired() > 0;
    }

    /**
     * Posts a clearing: more is cleared and the hold is another one. What was given back before the
     * first clearing is taken off the approval for good, so that the approval is what may still
     * clear.
     *
     * @param merchants the same in the merchant's currency; null where the record names another one
     * @param holdAfter what stays reserved for further parts; never more than before
     * @param at business time of the clearing; the first one is the time of settlement
     */
    public Transaction clear(long minor, @Nullable Long merchants, long holdAfter, Instant at) {
        if (status == TransactionStatus.DECLINED) {
            throw new IllegalStateException("declined is final: " + id);
        }
        if (holdAfter > amounts.held()) {
            throw new IllegalArgumentException("a clearing holds nothing more: " + id);
        }
        long authorized = authorizedMinor();
        Amounts after = amounts.clear(minor, holdAfter, authorized);
        return with(
                TransactionStatus.SETTLED,
                after,
                withMerchantCleared(
                        hold.less(amounts.approved() - authorized),
                        after,
                        MerchantAmounts.sum(merchantCleared(), merchants)),
                settledAt == null ? at : settledAt);
    }

    /**
     * Posts a first clearing to what its merchant had reversed as a whole: nothing more of it is
     * authorized.
     *
     * @param merchants the same in the merchant's currency; null where the record names another one
     * @param at business time of the clearing
     */
    public Transaction clearReversed(long minor, @Nullable Long merchants, Instant at) {
        Amounts after = amounts.clear(minor, 0, 0);
        return with(
                        TransactionStatus.SETTLED,
                        after,
                        withMerchantCleared(hold.less(amounts.approved()), after, merchants),
                        at)
                .withMerchantAuthorized(null);
    }

    /**
     * Takes a clearing back, in part or whole; wholly cleared back, it is reversed and holds
     * nothing.
     *
     * @param minor at most what is cleared
     * @param merchants the same in the merchant's currency; null where nobody can tell
     */
    public Transaction reverseClearing(long minor, @Nullable Long merchants) {
        Amounts rest = amounts.minusCleared(minor);
        return with(
                rest.cleared() == 0 ? TransactionStatus.REVERSED : status,
                rest,
                merchantsTakenAway(rest, merchants),
                settledAt);
    }

    /**
     * As if a clearing had never been posted to it: what it took is held again, and what nothing
     * else was ever posted to was never settled. A transaction that a record made for itself stays,
     * with nothing cleared.
     *
     * @param minor at most what is cleared
     * @param merchants the same in the merchant's currency; null where nobody can tell
     * @param holdBack what of the hold comes back
     * @param alone true when nothing else was ever posted to it
     */
    public Transaction withoutClearing(
            long minor, @Nullable Long merchants, long holdBack, boolean alone) {
        Amounts rest = amounts.withoutClearing(minor, holdBack);
        Hold without = merchantsTakenAway(rest, merchants);
        if (rest.cleared() > 0) {
            return with(status, rest, without, settledAt);
        }
        return with(
                rest.held() > 0 ? TransactionStatus.AUTHORIZED : TransactionStatus.REVERSED,
                rest,
                without,
                alone && origin != Origin.FORCE_POST ? null : settledAt);
    }

    private Hold merchantsTakenAway(Amounts rest, @Nullable Long merchants) {
        return withMerchantCleared(
                hold, rest, MerchantAmounts.difference(merchantCleared(), merchants));
    }

    /** Releases what is still held, because nobody cleared it in time. */
    public Transaction expire() {
        return with(amounts.cleared() == 0 ? TransactionStatus.REVERSED : status, amounts.expire());
    }

    /** Ended, since the refund that it authorized was posted to a transaction of its own. */
    public Transaction superseded() {
        return with(TransactionStatus.REVERSED, amounts);
    }

    /** With a refund credited to the cardholder for it. */
    public Transaction plusRefunded(long minor) {
        return with(status, amounts.plusRefunded(minor));
    }

    /** With a refund taken back that was credited for it. */
    public Transaction minusRefunded(long minor) {
        return with(status, amounts.minusRefunded(minor));
    }

    public Transaction with(TransactionStatus changed, Amounts changedAmounts) {
        return with(changed, changedAmounts, hold, settledAt);
    }

    /**
     * With part of the hold given back. After a first clearing that part can never clear any more.
     * Increments that were sent later are spared, as if they had been read later too.
     *
     * @param sent when the message was sent that gives it back
     */
    public Transaction minusReversed(TransactionStatus changed, long released, Instant sent) {
        Amounts after = amounts.minusReversed(released);
        long gone = 0;
        if (after.cleared() > 0) {
            gone = Math.max(0, after.approved() - after.counted());
        } else if (hold.addedAfter(sent) > 0 && after.held() > 0) {
            gone = released;
        }
        return gone == 0
                ? with(changed, after)
                : with(
                        changed,
                        after.withApproved(after.approved() - gone),
                        hold.less(gone, amounts.approved() - hold.added(), sent),
                        settledAt);
    }

    /**
     * With as much approved of all parts, once one has cleared; the latest increment gives first.
     */
    public Transaction approvedAfterPart(long now) {
        return with(
                TransactionStatus.SETTLED,
                amounts.approvedAfterPart(now),
                hold.less(amounts.approved() - now),
                settledAt);
    }

    /**
     * Grown by an increment, and held anew where its network says so; what was given back before is
     * taken off the increments for good.
     *
     * @param merchants what the increment asked for
     * @param until the last day of the hold from now on
     */
    public Transaction plusIncrement(
            Hold.Increment increment, Money merchants, @Nullable LocalDate until) {
        return with(
                status,
                amounts.plusIncrement(increment.minor()),
                hold.less(amounts.approved() - amounts.counted())
                        .plus(
                                increment,
                                MerchantAmounts.sum(
                                        merchantAuthorizedMinor(), claim.minorOf(merchants)),
                                until),
                settledAt);
    }

    /** With what is authorized in the merchant's currency; null where nobody can tell. */
    public Transaction withMerchantAuthorized(@Nullable Long merchants) {
        return with(status, amounts, hold.withMerchantMinor(merchants), settledAt);
    }

    /** Settled by the night as it is, since its request says that no clearing follows. */
    public Transaction asSingleMessage() {
        return new Transaction(
                id,
                message,
                owner,
                Origin.SINGLE_MESSAGE,
                type,
                status,
                amounts,
                currency,
                hold.withoutWindow(),
                claim,
                network,
                keys,
                decision,
                skewed,
                version + 1,
                createdAt,
                decidedAt,
                settledAt);
    }

    /** With the word of a reversal, sent then, of what remains. */
    public Transaction withReplacementStatedAt(Instant sent) {
        return with(status, amounts, hold.withReplacementStatedAt(sent), settledAt);
    }

    /** The same with its increments as they were read. */
    public Transaction withIncrements(List<Hold.Increment> read) {
        return with(status, amounts, hold.with(read), settledAt, version);
    }

    /** Settled as a whole by a record; in the merchant's currency, by what it says. */
    public Transaction settled(Amounts changedAmounts, @Nullable Long merchants, Instant at) {
        return with(
                TransactionStatus.SETTLED,
                changedAmounts,
                withMerchantCleared(hold, changedAmounts, merchants),
                settledAt == null ? at : settledAt);
    }

    private Transaction with(
            TransactionStatus changed,
            Amounts changedAmounts,
            Hold changedHold,
            @Nullable Instant changedSettledAt) {
        return with(changed, changedAmounts, changedHold, changedSettledAt, version + 1);
    }

    private Transaction with(
            TransactionStatus changed,
            Amounts changedAmounts,
            Hold changedHold,
            @Nullable Instant changedSettledAt,
            int changedVersion) {
        return new Transaction(
                id,
                message,
                owner,
                origin,
                type,
                changed,
                changedAmounts,
                currency,
                changedHold,
                claim,
                network,
                keys,
                decision,
                skewed,
                changedVersion,
                createdAt,
                decidedAt,
                changedSettledAt);
    }
}
