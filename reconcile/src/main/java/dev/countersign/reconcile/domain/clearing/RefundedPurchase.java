package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.Collection;
import java.util.Currency;
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

    /**
     * How much of a refund is more than the purchase had cost. Where the merchant gives back
     * another currency than the cardholder pays in, rates may have moved since.
     */
    long tooMuch(ClearingRecord refund, ClearingPolicy policy) {
        Currency merchants = refund.merchantAmount().currency();
        boolean foreign =
                !merchants.equals(refund.amount().currency())
                        && merchants.equals(latest.merchantAmount().currency());
        long cost = foreign ? policy.withDrift(counted) : counted;
        long all = Ratio.sum(booked, refund.amount().minor());
        return Math.min(refund.amount().minor(), all - Math.min(all, cost));
    }

    /**
     * How much more was given back than the purchase cost, once part of its clearing is taken back.
     */
    long tooMuchWithout(long takenBack) {
        return Math.min(takenBack, Math.max(0, refunded - Math.max(0, counted - takenBack)));
    }

    /**
     * How much of a booked refund nobody has counted: the purchase was posted after the refund had
     * come.
     */
    long uncounted(long refund) {
        return Math.max(0, Ratio.sum(booked, refund) - refunded);
    }
}
