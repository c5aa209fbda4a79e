package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.money.Ratio;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The purchase that a refund names: all transactions of its lifecycle, since what cleared a second
 * time is refunded under the same name, and what a person linked to another one under the old one.
 *
 * @param latest the one that refunds are counted on
 * @param holding those that refunds were counted on before, the latest first
 * @param counted what all of them cleared or hold
 * @param refunded what was counted as given back for all of them
 * @param booked what refunds were booked for them before
 * @param won what chargebacks that were won gave back of them before
 */
record RefundedPurchase(
        Transaction latest,
        List<Transaction> holding,
        long counted,
        long refunded,
        long booked,
        long won) {

    private static final Comparator<Transaction> ORDER =
            Comparator.comparing((Transaction purchase) -> purchase.amounts().counted() > 0)
                    .thenComparing(purchase -> purchase.id().value());

    /**
     * Of the transactions of a lifecycle; null when there is none.
     *
     * @param booked what refunds were booked for it before
     * @param won what chargebacks that were won gave back of it before
     */
    static @Nullable RefundedPurchase of(Collection<Transaction> purchases, long booked, long won) {
        Transaction latest = null;
        List<Transaction> holding = new ArrayList<>(1);
        long counted = 0;
        long refunded = 0;
        for (Transaction purchase : purchases) {
            counted = Ratio.sum(counted, purchase.amounts().counted());
            refunded = Ratio.sum(refunded, purchase.amounts().refunded());
            latest = later(latest, purchase);
            if (purchase.amounts().refunded() > 0) {
                holding.add(purchase);
            }
        }
        holding.sort(ORDER.reversed());
        return latest == null
                ? null
                : new RefundedPurchase(latest, holding, counted, refunded, booked, won);
    }

    /** The later one; but one of which nothing is left is no purchase any more. */
    private static Transaction later(@Nullable Transaction one, Transaction other) {
        return one == null || ORDER.compare(other, one) > 0 ? other : one;
    }

    /**
     * Returns the part of a refund by which all that was given back is more than what cleared.
     * Where the merchant gives back another currency than the cardholder pays in, rates may have
     * moved since.
     */
    long tooMuch(ClearingRecord refund, ClearingPolicy policy) {
        Currency merchants = refund.claim().amount().currency();
        boolean foreign =
                !merchants.equals(refund.amount().currency())
                        && merchants.equals(latest.claim().amount().currency());
        long cost = foreign ? policy.withDrift(counted) : counted;
        long all = Ratio.sum(Ratio.sum(booked, won), refund.amount().minor());
        return Math.min(refund.amount().minor(), all - Math.min(all, cost));
    }

    /**
     * Returns the amount that was given back above what is left of the purchase, once part of its
     * clearing is reversed.
     */
    long tooMuchWithout(long clearingReversed) {
        return Math.min(
                clearingReversed,
                Math.max(0, Ratio.sum(booked, won) - Math.max(0, counted - clearingReversed)));
    }

    /**
     * Returns the part of a booked refund that is not counted yet, because the purchase was posted
     * after the refund had come.
     */
    long uncounted(long refund) {
        return Math.max(0, Ratio.sum(booked, refund) - refunded);
    }
}
