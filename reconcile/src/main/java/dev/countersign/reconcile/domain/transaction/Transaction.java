package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.FeedPlace;
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
import org.jspecify.annotations.Nullable;

/**
 * A card transaction: one purchase, cash withdrawal or refund, from its authorization to the end.
 *
 * @param identity of the message that made it; unique, so no message makes two
 * @param increments approved increments in their order, each counted on its own day
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
        Holder holder,
        Origin origin,
        TransactionType type,
        TransactionStatus status,
        Amounts amounts,
        Currency currency,
        List<Increment> increments,
        Money merchantAmount,
        Merchant merchant,
        Channel channel,
        Network network,
        @Nullable String networkTxnId,
        @Nullable String stan,
        @Nullable String rrn,
        @Nullable String acquirerId,
        Verdict verdict,
        boolean skewed,
        @Nullable LocalDate holdUntil,
        int version,
        FeedPlace place,
        Instant createdAt,
        Instant decidedAt,
        @Nullable Instant settledAt) {

    /** An increment of the hold. It counts on the day it was made. */
    public record Increment(UUID messageId, long minor, Instant at) {}

    /** Why it is declined; null in any other state, also where the network overrode a decline. */
    public @Nullable DeclineReason declineReason() {
        return status == TransactionStatus.DECLINED ? verdict.reason() : null;
    }

    /** True when money is reserved, or could be posted against it. */
    public boolean open() {
        return status == TransactionStatus.AUTHORIZED || amounts.held() > 0;
    }

    Transaction with(TransactionStatus changed, Amounts changedAmounts) {
        return with(changed, changedAmounts, increments, settledAt);
    }

    /** Grown by an increment; what was given back before is taken off the increments for good. */
    Transaction plusIncrement(Increment increment) {
        List<Increment> kept = new ArrayList<>(increments);
        long gone = Math.max(0, amounts.approved() - amounts.counted());
        for (int i = kept.size() - 1; i >= 0 && gone > 0; i--) {
            Increment last = kept.get(i);
            long part = Math.min(gone, last.minor());
            kept.set(i, new Increment(last.messageId(), last.minor() - part, last.at()));
            gone -= part;
        }
        kept.add(increment);
        return with(status, amounts.plusIncrement(increment.minor()), List.copyOf(kept), settledAt);
    }

    /** The same with its increments as they were read. */
    public Transaction withIncrements(List<Increment> read) {
        return with(status, amounts, read, settledAt, version);
    }

    Transaction settled(Amounts changedAmounts, Instant at) {
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
        return with(changed, changedAmounts, changedIncrements, changedSettledAt, version + 1);
    }

    private Transaction with(
            TransactionStatus changed,
            Amounts changedAmounts,
            List<Increment> changedIncrements,
            @Nullable Instant changedSettledAt,
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
                merchant,
                channel,
                network,
                networkTxnId,
                stan,
                rrn,
                acquirerId,
                verdict,
                skewed,
                holdUntil,
                changedVersion,
                place,
                createdAt,
                decidedAt,
                changedSettledAt);
    }
}
