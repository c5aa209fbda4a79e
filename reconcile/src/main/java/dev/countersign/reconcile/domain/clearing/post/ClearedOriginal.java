package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.List;

/**
 * The transaction that a clearing reversal takes back from.
 *
 * @param records that cleared under the ARN of the reversal, the one that it names first; none for
 *     a single message, which is its own record
 * @param reversed how much of what cleared so was reversed before
 * @param open how much was not reversed
 */
record ClearedOriginal(
        Transaction transaction, List<ClearingRecord> records, long reversed, long open) {

    /** True when money comes back from the cardholder. */
    boolean refund() {
        return transaction.type() == TransactionType.REFUND;
    }
}
