package dev.countersign.reconcile.domain.transaction.post;

import dev.countersign.reconcile.domain.authorization.CardPosition;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.Hold;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * On which days a transaction counts. What still counts of it fills its own day first, then its
 * increments in their order; what cleared above everything approved counts on its own day. So a
 * release takes from the latest increment first, and always from the day it was counted on.
 *
 * <p>The view {@code spend} derives the same from the rows.
 */
final class SpendAllocation {

    private SpendAllocation() {}

    /** The position after a transaction came to count differently; {@code before} null when new. */
    static CardPosition move(
            CardPosition position, @Nullable Transaction before, Transaction after) {
        if (after.type() == TransactionType.REFUND) {
            return position;
        }
        CardPosition moved = position;
        if (before != null) {
            moved = count(moved, before, -1);
        }
        return count(moved, after, 1);
    }

    private static CardPosition count(CardPosition position, Transaction transaction, int sign) {
        Amounts amounts = transaction.amounts();
        long counted = amounts.counted();
        if (transaction.hold().increments().isEmpty()) {
            return position.afterSpend(transaction.createdAt(), sign * counted);
        }
        long base = amounts.approved();
        for (Hold.Increment increment : transaction.hold().increments()) {
            base -= increment.minor();
        }
        long own = Math.min(counted, base) + Math.max(0, counted - amounts.approved());
        CardPosition moved = position.afterSpend(transaction.createdAt(), sign * own);
        long left = Math.max(0, Math.min(counted, amounts.approved()) - base);
        for (Hold.Increment increment : transaction.hold().increments()) {
            long part = Math.min(left, increment.minor());
            moved = moved.afterSpend(increment.at(), sign * part);
            left -= part;
        }
        return moved;
    }
}
