package dev.countersign.reconcile.domain.clearing.match;

import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.money.Ratio;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

/**
 * A transaction that a clearing record may belong to, as it is now.
 *
 * @param posted the records that were posted to it, whole and taken back, in their order
 */
public record Candidate(Transaction transaction, List<ClearingRecord> posted) {

    public Candidate {
        posted = List.copyOf(posted);
    }

    LocalDate date() {
        return LocalDate.ofInstant(transaction.createdAt(), ZoneOffset.UTC);
    }

    LocalDate holdUntil(ClearingPolicy policy) {
        LocalDate until = transaction.hold().until();
        return until == null ? date().plusDays(policy.holdDaysDefault()) : until;
    }

    /** True while money is reserved for it that a record can take. */
    boolean live() {
        return transaction.open();
    }

    /**
     * True when what was posted to it left something for a further part: no record was the last,
     * and together they did not use up what is authorized, whatever was taken back of them since.
     */
    public boolean awaitsMore() {
        long presented = 0;
        for (ClearingRecord record : posted) {
            if (record.kind() == MessageKind.CLEARING_REVERSAL) {
                continue;
            }
            if (record.last()) {
                return false;
            }
            presented = Ratio.sum(presented, record.amount().minor());
        }
        return Math.max(presented, transaction.amounts().cleared()) < transaction.authorizedMinor();
    }

    /** True when all that it was made for was matched to another one. */
    boolean emptied() {
        return made(Origin.FORCE_POST)
                && posted.isEmpty()
                && transaction.settledAt() != null
                && transaction.amounts().cleared() == 0;
    }

    /** Returns the records that a merchant presented of the transaction. */
    Stream<ClearingRecord> presented() {
        return posted.stream().filter(ClearingRecord::presentment);
    }

    public boolean made(Origin origin) {
        return transaction.origin() == origin;
    }

    boolean is(TransactionStatus status) {
        return transaction.status() == status;
    }
}
