package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import java.util.List;

/**
 * The part of one transaction that a clearing reversal reverses.
 *
 * @param records that cleared under the ARN of the reversal, in the order in which it takes them
 *     back; none for a single message, which is its own record
 * @param taken how much of what cleared so was taken back before
 * @param open how much was not taken back
 */
record ClearedOriginal(
        Transaction transaction, List<ClearingRecord> records, long taken, long open) {

    /** True when money comes back from the cardholder. */
    boolean refund() {
        return transaction.type() == TransactionType.REFUND;
    }
}
