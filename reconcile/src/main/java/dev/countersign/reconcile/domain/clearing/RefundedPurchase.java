package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The purchase that a refund names: all transactions of its lifecycle, since what cleared a second
 * time is refunded under the same name.
 *
 * @param latest the one that refunds are counted on
 * @param holding the latest of those that refunds were counted on before
 * @param counted what all of them cleared or hold
 * @param refunded what was counted as given back for all of them
 * @param booked what refunds were booked for them before
 */
record RefundedPurchase(
        Transaction latest, Transaction holding, long counted, long refunded, long booked) {

    static @Nullable RefundedPurchase of(
            @Nullable String lifecycle, Collection<Transaction> transactions, long booked) {
        if (lifecycle == null) {
            return null;
        }
        Transaction latest = null;
        Transaction holding = null;
        long counted = 0;
        long refunded = 0;
        for (Transaction other : transactions) {
            if (other.type() == TransactionType.REFUND || !lifecycle.equals(other.networkTxnId())) {
                continue;
            }
            counted = Ratio.sum(counted, other.amounts().counted());
            refunded = Ratio.sum(refunded, other.amounts().refunded());
            latest = later(latest, other);
            if (other.amounts().refunded() > 0) {
                holding = later(holding, other);
            }
        }
        return latest == null
                ? null
                : new RefundedPurchase(
                        latest, holding == null ? latest : holding, counted, refunded, booked);
    }

    private static Transaction later(@Nullable Transaction one, Transaction other) {
        return one == null || other.id().value().compareTo(one.id().value()) > 0 ? other : one;
    }

    /** How much of a refund is more than the purchase had cost. */
    long tooMuch(long refund) {
        long all = Ratio.sum(booked, refund);
        return Math.min(refund, all - Math.min(all, counted));
    }

    /**
     * How much of a booked refund nobody has counted: the purchase was posted after the refund had
     * come.
     */
    long uncounted(long refund) {
        return Math.max(0, Ratio.sum(booked, refund) - refunded);
    }
}
