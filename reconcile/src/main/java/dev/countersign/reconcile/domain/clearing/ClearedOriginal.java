package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/**
 * What a clearing reversal takes back of one transaction.
 *
 * @param record that cleared under the ARN of the reversal; null for a single message, which is its
 *     own record
 * @param open how much of what cleared so was not taken back yet
 */
record ClearedOriginal(Transaction transaction, @Nullable ClearingRecord record, long open) {

    /** True when money comes back from the cardholder. */
    boolean refund() {
        return transaction.type() == TransactionType.REFUND;
    }
}
