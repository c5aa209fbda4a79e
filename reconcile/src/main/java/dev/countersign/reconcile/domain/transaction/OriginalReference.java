package dev.countersign.reconcile.domain.transaction;

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
 * @param networkTxnId the lifecycle's id, when the message names it
 * @param stan the STAN of the original
 * @param stanNamed true when the message says that this is the original's STAN, not only its own
 * @param originalAt about when the original was sent
 */
public record OriginalReference(
        @Nullable String networkTxnId,
        @Nullable String stan,
        boolean stanNamed,
        @Nullable String acquirerId,
        Instant originalAt) {

    /** The furthest that a message may reach back: clearing comes within 120 days. */
    public static final Duration REACH = Duration.ofDays(120);

    /** STANs recycle within days: without the network's id, only one day around counts. */
    private static final Duration STAN_LIFE = Duration.ofDays(1);

    /** The STAN, unless the message names a lifecycle and carries only a STAN of its own. */
    public @Nullable String tellingStan() {
        return networkTxnId == null || stanNamed ? stan : null;
    }

    /** Returns the reference of a message that was sent at this time. */
    public static OriginalReference namedBy(NetworkRefs refs, Instant at) {
        return new OriginalReference(
                refs.networkTxnId() != null ? refs.networkTxnId() : refs.originalNetworkTxnId(),
                refs.originalStan() != null ? refs.originalStan() : refs.stan(),
                refs.originalStan() != null,
                refs.acquirerId(),
                refs.originalTransmittedAt() != null ? refs.originalTransmittedAt() : at);
    }

    /** The purchase that a refund gives back, or null when the refund names none. */
    public static @Nullable OriginalReference refundedBy(NetworkRefs refs, Instant at) {
        return refs.originalNetworkTxnId() == null
                ? null
                : new OriginalReference(refs.originalNetworkTxnId(), null, false, null, at);
    }

    /** True when there is anything to find the transaction by. */
    public boolean named() {
        return networkTxnId != null || (stan != null && acquirerId != null);
    }

    /**
     * True when the answer is among the transactions at hand, so that none has to be fetched. What
     * is at hand never lacks a later one that fits: the oldest leave first.
     */
    public boolean answeredBy(CardHistory history) {
        return history.latest(
                        networkTxnId != null && stanNamed ? this::fitsWithStan : this::fitsWhole)
                != null;
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
                && stan != null
                && !stan.equals(increment.stan());
    }

    private boolean fitsWithStan(Transaction transaction) {
        return fits(transaction) && stan != null && stan.equals(transaction.stan());
    }

    private boolean fitsWhole(Transaction transaction) {
        return transaction.origin() != Origin.INCREMENT && fits(transaction);
    }

    private boolean fits(Transaction transaction) {
        return fit(
                transaction.networkTxnId(),
                transaction.stan(),
                transaction.acquirerId(),
                transaction.createdAt());
    }

    /** The rule itself: whether these are the numbers and the time of the one that is named. */
    boolean fit(
            @Nullable String itsNetworkTxnId,
            @Nullable String itsStan,
            @Nullable String itsAcquirerId,
            Instant sentAt) {
        if (networkTxnId != null && itsNetworkTxnId != null) {
            return networkTxnId.equals(itsNetworkTxnId);
        }
        return (networkTxnId == null || stanNamed)
                && stan != null
                && acquirerId != null
                && stan.equals(itsStan)
                && acquirerId.equals(itsAcquirerId)
                && Duration.between(sentAt, originalAt).abs().compareTo(STAN_LIFE) <= 0;
    }
}
