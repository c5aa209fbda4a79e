package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A card transaction: one purchase, cash withdrawal or refund, from its authorization to the end.
 *
 * @param identity of the message that made it; unique, so no message makes two
 * @param increments approved increments in the order they were sent, each counted on its own day
 * @param merchantAmount what the request asked for
 * @param merchantAuthorized what is authorized in that currency since messages moved it; null where
 *     none did, or none tells by how much
 * @param remainderAt when the last reversal was sent that said what remains: what was sent before
 *     it is in what remains, and moves the hold no more
 * @param networkTxnId the network's name of the lifecycle, by which later messages find it
 * @param holdUntil the last day of the hold without the days of grace; null when nothing is held
 * @param version moves on with each change; a writer that saw another one has to look again
 * @param createdAt business time of the authorization
 * @param settledAt first posting, never rewritten
 */
public record Transaction(
        TransactionId id,
        UUID identity,
        long payloadHash,
        UUID messageId,
        CardOwner holder,
        Origin origin,
        TransactionType type,
        TransactionStatus status,
        Amounts amounts,
        Currency currency,
        List<Increment> increments,
        Money merchantAmount,
        @Nullable Long merchantAuthorized,
        @Nullable Instant remainderAt,
        Merchant merchant,
        Channel channel,
        Network network,
        @Nullable String networkTxnId,
        @Nullable String stan,
        @Nullable String rrn,
        @Nullable String acquirerId,
        DecisionRecord verdict,
        boolean skewed,
        @Nullable LocalDate holdUntil,
        int version,
        FeedOffset place,
        Instant createdAt,
        Instant decidedAt,
        @Nullable Instant settledAt) {

    /** An increment of the hold. It counts on the day it was made. */
    public record Increment(UUID messageId, long minor, Instant at) {}

    /**
     * Returns the reason for the decline; null in any other state, also where the network overrode
     * a decline.
     */
    public @Nullable DeclineReason declineReason() {
        return status == TransactionStatus.DECLINED ? verdict.reason() : null;
    }

    /** True when money is reserved, or could be posted against it. */
    public boolean open() {
        return status == TransactionStatus.AUTHORIZED || amounts.held() > 0;
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
     * it cannot be told.
     */
    public @Nullable Long merchantAuthorizedMinor() {
        return merchantAuthorized == null && authorizedMinor() == amounts.requested()
                ? Long.valueOf(merchantAmount.minor())
                : merchantAuthorized;
    }

    /** Minor units of what a message says of the merchant's money; null in another currency. */
    public @Nullable Long merchants(@Nullable Money said) {
        return said != null && said.currency().equals(merchantAmount.currency())
                ? Long.valueOf(said.minor())
                : null;
    }

    /** True when what is sent then is in what a reversal said remains. */
    public boolean saysRemainderAfter(Instant sent) {
        return remainderAt != null && sent.isBefore(remainderAt);
    }

    /** Returns what the increments added that were sent later. */
    public long addedAfter(Instant sent) {
        return sum(increments.stream().filter(part -> part.at().isAfter(sent)).toList());
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
     * @param holdAfter what stays reserved for further parts; never more than before
     * @param at business time of the clearing; the first one is the time of settlement
     */
    public Transaction clear(long minor, long holdAfter, Instant at) {
        if (status == TransactionStatus.DECLINED) {
            throw new IllegalStateException("declined is final: " + id);
        }
        if (holdAfter > amounts.held()) {
            throw new IllegalArgumentException("a clearing holds nothing more: " + id);
        }
        long authorized = authorizedMinor();
        return with(
                TransactionStatus.SETTLED,
                amounts.clear(minor, holdAfter, authorized),
                lessReversed(increments, amounts.approved() - authorized),
                settledAt == null ? at : settledAt);
    }

    /**
     * Posts a first clearing to what its merchant had reversed as a whole: nothing more of it is
     * authorized.
     *
     * @param at business time of the clearing
     */
    public Transaction clearReversed(long minor, Instant at) {
        return with(
                        TransactionStatus.SETTLED,
                        amounts.clear(minor, 0, 0),
                        lessReversed(increments, amounts.approved()),
                        at)
                .withMerchantAuthorized(null);
    }

    /**
     * Takes a clearing back, in part or whole; wholly cleared back, it is reversed and holds
     * nothing.
     *
     * @param minor at most what is cleared
     */
    public Transaction reverseClearing(long minor) {
        Amounts rest = amounts.minusCleared(minor);
        return with(rest.cleared() == 0 ? TransactionStatus.REVERSED : status, rest);
    }

    /**
     * As if a clearing had never been posted to it: what it took is held again, and what nothing
     * else was ever posted to was never settled. A transaction that a record made for itself stays,
     * with nothing cleared.
     *
     * @param minor at most what is cleared
     * @param holdBack what of the hold comes back
     * @param alone true when nothing else was ever posted to it
     */
    public Transaction withoutClearing(long minor, long holdBack, boolean alone) {
        Amounts rest = amounts.withoutClearing(minor, holdBack);
        if (rest.cleared() > 0) {
            return with(status, rest);
        }
        return with(
                rest.held() > 0 ? TransactionStatus.AUTHORIZED : TransactionStatus.REVERSED,
                rest,
                increments,
                alone && origin != Origin.FORCE_POST ? null : settledAt);
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
        return with(changed, changedAmounts, increments, settledAt);
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
        } else if (addedAfter(sent) > 0 && after.held() > 0) {
            gone = released;
        }
        return gone == 0
                ? with(changed, after)
                : with(
                        changed,
                        after.withApproved(after.approved() - gone),
                        lessReversed(gone, sent),
                        settledAt);
    }

    /**
     * With as much approved of all parts, once one has cleared; the latest increment gives first.
     */
    public Transaction approvedAfterPart(long now) {
        return with(
                TransactionStatus.SETTLED,
                amounts.approvedAfterPart(now),
                lessReversed(increments, amounts.approved() - now),
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
            Increment increment, Money merchants, @Nullable LocalDate until) {
        List<Increment> kept =
                new ArrayList<>(lessReversed(increments, amounts.approved() - amounts.counted()));
        int place = kept.size();
        while (place > 0 && kept.get(place - 1).at().isAfter(increment.at())) {
            place--;
        }
        kept.add(place, increment);
        return with(
                status,
                amounts.plusIncrement(increment.minor()),
                List.copyOf(kept),
                settledAt,
                until,
                MerchantAmounts.sum(merchantAuthorizedMinor(), merchants(merchants)),
                remainderAt,
                version + 1);
    }

    /** Increments less what was given back then; what was added later gives when all else has. */
    private List<Increment> lessReversed(long released, Instant sent) {
        List<Increment> kept = lessReversed(increments, released, part -> !part.at().isAfter(sent));
        long own = amounts.approved() - sum(increments);
        long rest = released - (sum(increments) - sum(kept)) - own;
        return lessReversed(kept, rest, part -> part.at().isAfter(sent));
    }

    private static long sum(List<Increment> increments) {
        return increments.stream().mapToLong(Increment::minor).reduce(0, Amounts::saturated);
    }

    /** Increments less what was given back: the latest gives first. */
    private static List<Increment> lessReversed(List<Increment> increments, long released) {
        return lessReversed(increments, released, part -> true);
    }

    private static List<Increment> lessReversed(
            List<Increment> increments, long released, Predicate<Increment> from) {
        long gone = released;
        if (gone <= 0 || increments.isEmpty()) {
            return increments;
        }
        List<Increment> kept = new ArrayList<>(increments);
        for (int i = kept.size() - 1; i >= 0 && gone > 0; i--) {
            Increment last = kept.get(i);
            if (from.test(last)) {
                long part = Math.min(gone, last.minor());
                kept.set(i, new Increment(last.messageId(), last.minor() - part, last.at()));
                gone -= part;
            }
        }
        return List.copyOf(kept);
    }

    /** With what is authorized in the merchant's currency; null where nobody can tell. */
    public Transaction withMerchantAuthorized(@Nullable Long merchants) {
        return told(merchants, remainderAt);
    }

    /** With the word of a reversal, sent then, of what remains. */
    public Transaction withRemainderAt(Instant sent) {
        return told(merchantAuthorized, sent);
    }

    private Transaction told(@Nullable Long merchants, @Nullable Instant remainder) {
        return with(
                status,
                amounts,
                increments,
                settledAt,
                holdUntil,
                merchants,
                remainder,
                version + 1);
    }

    /** The same with its increments as they were read. */
    public Transaction withIncrements(List<Increment> read) {
        return with(
                status,
                amounts,
                read,
                settledAt,
                holdUntil,
                merchantAuthorized,
                remainderAt,
                version);
    }

    public Transaction settled(Amounts changedAmounts, Instant at) {
        return with(
                TransactionStatus.SETTLED,
                changedAmounts,
                increments,
                settledAt == null ? at : settledAt);
    }

    private Transaction with(
            TransactionStatus changed,
            Amounts changedAmounts,
            List<Increment> changedIncrements,
            @Nullable Instant changedSettledAt) {
        return with(
                changed,
                changedAmounts,
                changedIncrements,
                changedSettledAt,
                holdUntil,
                merchantAuthorized,
                remainderAt,
                version + 1);
    }

    private Transaction with(
            TransactionStatus changed,
            Amounts changedAmounts,
            List<Increment> changedIncrements,
            @Nullable Instant changedSettledAt,
            @Nullable LocalDate changedHoldUntil,
            @Nullable Long changedMerchantAuthorized,
            @Nullable Instant changedRemainderAt,
            int changedVersion) {
        return new Transaction(
                id,
                identity,
                payloadHash,
                messageId,
                holder,
                origin,
                type,
                changed,
                changedAmounts,
                currency,
                changedIncrements,
                merchantAmount,
                changedMerchantAuthorized,
                changedRemainderAt,
                merchant,
                channel,
                network,
                networkTxnId,
                stan,
                rrn,
                acquirerId,
                verdict,
                skewed,
                changedHoldUntil,
                changedVersion,
                place,
                createdAt,
                decidedAt,
                changedSettledAt);
    }
}
