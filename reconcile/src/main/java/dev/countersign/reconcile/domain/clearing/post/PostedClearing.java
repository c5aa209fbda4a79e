package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.SuspenseBalance;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record that was settled before, this night or earlier.
 *
 * @param transaction what it was posted to; null for one that went to suspense and that nothing met
 *     since
 * @param shares what a reversal took back so far, and of which transactions: of that first, and of
 *     others to which further parts under its ARN were posted
 */
public record PostedClearing(
        ClearingRecord record,
        @Nullable TransactionId transaction,
        SuspenseBalance carried,
        List<PostedShare> shares) {

    /**
     * The amount that a reversal reversed of a transaction, in minor units of the billed amount.
     */
    public record PostedShare(TransactionId transaction, long minor) {}

    public PostedClearing {
        shares = List.copyOf(shares);
    }

    /**
     * A record as an outcome leaves it.
     *
     * @param before as it was settled before; null for one that had been posted to nothing
     */
    public static PostedClearing after(
            @Nullable PostedClearing before, ClearingRecord record, ClearingOutcome outcome) {
        TransactionId posted = outcome.transaction();
        List<PostedShare> shares = new ArrayList<>(before == null ? List.of() : before.shares());
        if (posted != null && record.kind() == MessageKind.CLEARING_REVERSAL) {
            shares.add(new PostedShare(posted, outcome.clearingReversedMinor()));
        }
        TransactionId first = before == null ? null : before.transaction();
        return new PostedClearing(
                record, first == null ? posted : first, outcome.carried(), shares);
    }

    boolean in(TransactionId other) {
        return other.equals(transaction);
    }

    /** True also where it took something back as of a further part. */
    boolean touched(TransactionId other) {
        return in(other) || shares.stream().anyMatch(share -> share.transaction().equals(other));
    }

    boolean reversal() {
        return record.kind() == MessageKind.CLEARING_REVERSAL;
    }

    /**
     * Returns the amount that a reversal has reversed of a transaction, in minor units of the
     * billed amount.
     */
    long takenMinor(@Nullable TransactionId of) {
        return shares.stream()
                .filter(share -> share.transaction().equals(of))
                .mapToLong(PostedShare::minor)
                .sum();
    }

    /**
     * Returns the amount for which a reversal has found nothing to reverse, in minor units of the
     * billed amount.
     */
    long restMinor() {
        return record.amount().minor() - shares.stream().mapToLong(PostedShare::minor).sum();
    }
}
