package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.NetworkKeys;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that came before the authorization it belongs to, and waits for it: a reversal (its
 * tombstone), a stand-in advice or force post that made a transaction of its own, or an increment.
 *
 * @param identity of the message that came early
 * @param original the keys of the original; its STAN only where the message tells it by that
 * @param originalAt when the original was sent, where the message says so
 * @param parked the whole message, for an increment that is still to be decided
 */
public record EarlyArrival(
        UUID identity,
        CardId cardId,
        Kind kind,
        NetworkKeys original,
        @Nullable Instant originalAt,
        StatedAmount stated,
        @Nullable TransactionId transactionId,
        @Nullable FeedEntry parked) {

    /**
     * Maximum distance in time of an early arrival from its original: a tombstone stops a request
     * for 30 days.
     */
    public static final Duration TOMBSTONE_LIFE = Duration.ofDays(30);

    /** Time that an increment waits for its original, by the time of the card's messages. */
    public static final Duration INCREMENT_PATIENCE = Duration.ofMinutes(10);

    /** After this it is not even kept: no message can belong to it. */
    private static final Duration KEPT = Duration.ofDays(60);

    /** The kind of message that came early. */
    public enum Kind implements Wire {
        REVERSAL,
        ADVICE,
        FORCE_POST,
        INCREMENT
    }

    /** True when this activity, sent at that time, is the original that was waited for. */
    public boolean belongsTo(CardActivity activity, Instant at) {
        return Duration.between(at, arrivedAt()).abs().compareTo(TOMBSTONE_LIFE) <= 0
                && reference().fits(activity.refs().keys(), at);
    }

    /** True when it takes back all of this activity, sent at that time. */
    public boolean reversesWhole(CardActivity activity, Instant at) {
        if (kind != Kind.REVERSAL || !belongsTo(activity, at)) {
            return false;
        }
        return stated.left() == null
                ? stated.minor() >= activity.amount().minor()
                : stated.left() == 0;
    }

    /** True when it still waits for its original after it met an increment that stood alone. */
    public boolean waitsBeyond(Transaction increment) {
        return reference().goesBeyond(increment);
    }

    /** The time at which it was sent. */
    public Instant arrivedAt() {
        return stated.sent();
    }

    /**
     * The rest of a reversal of which something was taken back, under a name of its own. What the
     * merchant says of the whole is not said of the rest.
     */
    public EarlyArrival less(long takenMinor) {
        return new EarlyArrival(
                NamedId.of(identity, takenMinor),
                cardId,
                kind,
                original,
                originalAt,
                stated.less(takenMinor),
                transactionId,
                parked);
    }

    /**
     * Returns the reference to the original that it waits for. A STAN is kept only where it
     * identifies the original.
     */
    private OriginalReference reference() {
        return new OriginalReference(original, true, originalAt == null ? arrivedAt() : originalAt);
    }

    /**
     * True when this made a transaction without waiting for its request, and the request is it. No
     * record follows a single message, so that none can have come before it.
     */
    public boolean madeFor(FeedEntry entry) {
        return transactionId != null
                && (identity.equals(entry.identity())
                        || (entry.message() instanceof AuthorizationRequest request
                                && (kind != Kind.FORCE_POST
                                        || request.kind() != MessageKind.FINANCIAL_REQUEST)
                                && belongsTo(request.activity(), request.header().at())));
    }

    /**
     * The mark that a late request leaves when it was attached to what was made without it. Nothing
     * belongs to the mark; only the same request, should it be repeated, finds it by its identity,
     * and so is never taken for a new one.
     */
    public EarlyArrival markFor(FeedEntry request) {
        return new EarlyArrival(
                request.identity(),
                cardId,
                kind,
                NetworkKeys.NONE,
                null,
                new StatedAmount(
                        stated.minor(),
                        null,
                        stated.merchantAmount(),
                        request.message().header().at()),
                transactionId,
                null);
    }

    /** True when a message of this time shows that nothing can belong to it any more. */
    public boolean obsolete(Instant at) {
        return kind != Kind.INCREMENT && Duration.between(arrivedAt(), at).compareTo(KEPT) > 0;
    }

    /** True when a message of this time shows that the original will not come any more. */
    public boolean outwaited(Instant at) {
        return kind == Kind.INCREMENT
                && Duration.between(arrivedAt(), at).compareTo(INCREMENT_PATIENCE) > 0;
    }
}
