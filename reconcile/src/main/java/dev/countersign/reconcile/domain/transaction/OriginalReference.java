package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.authorization.AuthorizationQuestion.Purpose;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.NetworkKeys;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reference to the transaction that a later message belongs to. It is the network's id of the
 * lifecycle where there is one, else the acquirer and the original's STAN within a day, since STANs
 * recycle. Where several transactions fit, the one with the STAN that the message names counts,
 * else the latest. An increment that stood alone counts only where nothing else fits.
 *
 * @param keys the lifecycle's id, when the message names it, and the STAN of the original
 * @param stanNamed true when the message says that this is the original's STAN, not only its own
 * @param originalAt about when the original was sent
 */
public record OriginalReference(NetworkKeys keys, boolean stanNamed, Instant originalAt) {

    /** The furthest that a message may reach back: clearing comes within 120 days. */
    public static final Duration REACH = Duration.ofDays(120);

    /** STANs recycle within days: without the network's id, only one day around counts. */
    public static final Duration STAN_LIFE = Duration.ofDays(1);

    /** The keys, less the STAN where the message names a lifecycle and has only its own STAN. */
    public NetworkKeys matchingKeys() {
        return keys.networkTxnId() == null || stanNamed ? keys : keys.withStan(null);
    }

    /**
     * Returns the reference of a message that was sent at this time. No original is sent after what
     * names it, whatever its message says.
     */
    public static OriginalReference namedBy(NetworkRefs refs, Instant at) {
        NetworkKeys own = refs.keys();
        Instant stated = refs.originalTransmittedAt();
        return new OriginalReference(
                new NetworkKeys(
                        own.networkTxnId() != null
                                ? own.networkTxnId()
                                : refs.originalNetworkTxnId(),
                        refs.originalStan() != null ? refs.originalStan() : own.stan(),
                        null,
                        own.acquirerId()),
                refs.originalStan() != null,
                stated == null || stated.isAfter(at) ? at : stated);
    }

    /** The purchase that a refund gives back, or null when the refund names none. */
    public static @Nullable OriginalReference refundedBy(NetworkRefs refs, Instant at) {
        return refs.originalNetworkTxnId() == null
                ? null
                : new OriginalReference(
                        NetworkKeys.lifecycle(refs.originalNetworkTxnId()), false, at);
    }

    /** True when there is anything to find the transaction by. */
    public boolean named() {
        return keys.networkTxnId() != null || (keys.stan() != null && keys.acquirerId() != null);
    }

    /**
     * True when the answer is among the transactions at hand, so that none has to be fetched. What
     * is at hand never lacks a later one that fits: the oldest leave first. A refund is no answer
     * where it is the purchase that is looked for.
     */
    public boolean answeredBy(CardHistory history) {
        return history.latest(
                        keys.networkTxnId() != null && stanNamed
                                ? this::fitsWithStan
                                : transaction ->
                                        fitsWhole(transaction)
                                                && transaction.type() != TransactionType.REFUND)
                != null;
    }

    /**
     * The transaction at hand that an activity belongs to. A refund under the lifecycle of its
     * purchase is none for what is about the purchase, nor the other way round, unless it is named
     * by its STAN or there is no other.
     */
    public static @Nullable Transaction original(
            CardActivity activity, Instant at, CardHistory history) {
        OriginalReference reference = namedBy(activity.refs(), at);
        Transaction latest = reference.in(history);
        if (latest == null || (reference.stanNamed && reference.fitsWithStan(latest))) {
            return latest;
        }
        boolean givesBack = Purpose.of(activity.processing()) == Purpose.REFUND;
        Transaction alike =
                reference.in(
                        history,
                        transaction -> (transaction.type() == TransactionType.REFUND) == givesBack);
        return alike == null ? latest : alike;
    }

    /** The one; null when none at hand fits. */
    public @Nullable Transaction in(CardHistory history) {
        return in(history, transaction -> true);
    }

    public @Nullable Transaction in(CardHistory history, Predicate<Transaction> also) {
        Transaction named =
                stanNamed
                        ? history.latest(
                                transaction -> fitsWithStan(transaction) && also.test(transaction))
                        : null;
        if (named != null) {
            return named;
        }
        Transaction whole =
                history.latest(transaction -> fitsWhole(transaction) && also.test(transaction));
        return whole != null
                ? whole
                : history.latest(transaction -> fits(transaction) && also.test(transaction));
    }

    /** True when this is but an increment that stood alone, and its original is named. */
    public boolean goesBeyond(Transaction increment) {
        return increment.origin() == Origin.INCREMENT
                && stanNamed
                && keys.stan() != null
                && !keys.stan().equals(increment.keys().stan());
    }

    private boolean fitsWithStan(Transaction transaction) {
        return fits(transaction)
                && keys.stan() != null
                && keys.stan().equals(transaction.keys().stan());
    }

    private boolean fitsWhole(Transaction transaction) {
        return transaction.origin() != Origin.INCREMENT && fits(transaction);
    }

    private boolean fits(Transaction transaction) {
        return fits(transaction.keys(), transaction.createdAt());
    }

    /** True where the lifecycle or the STAN is the same, whatever else there is. */
    public boolean sharesKeyWith(Transaction transaction) {
        NetworkKeys its = transaction.keys();
        return (keys.networkTxnId() != null && keys.networkTxnId().equals(its.networkTxnId()))
                || (keys.stan() != null && keys.stan().equals(its.stan()));
    }

    /** The rule itself: whether these are the keys and the time of the one that is named. */
    boolean fits(NetworkKeys its, Instant sentAt) {
        if (keys.networkTxnId() != null && its.networkTxnId() != null) {
            return keys.networkTxnId().equals(its.networkTxnId());
        }
        return (keys.networkTxnId() == null || stanNamed)
                && keys.stan() != null
                && keys.acquirerId() != null
                && keys.stan().equals(its.stan())
                && keys.acquirerId().equals(its.acquirerId())
                && Duration.between(sentAt, originalAt).abs().compareTo(STAN_LIFE) <= 0;
    }
}
