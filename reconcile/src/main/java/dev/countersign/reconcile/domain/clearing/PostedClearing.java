package dev.countersign.reconcile.domain.clearing;

import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record that was settled before, this night or earlier.
 *
 * @param transaction what it was posted to; null for one that went to suspense and that nothing met
 *     since
 * @param further what a reversal took back of other transactions than that, since the parts under
 *     its ARN were posted to several
 */
public record PostedClearing(
        ClearingRecord record,
        @Nullable TransactionId transaction,
        Carried carried,
        List<Share> further) {

    /** What a reversal took back of a transaction, in minor units of the billed amount. */
    public record Share(TransactionId transaction, long minor) {}

    public PostedClearing {
        further = List.copyOf(further);
    }

    /**
     * A record as an outcome leaves it.
     *
     * @param before as it was settled before; null for one that had been posted to nothing
     */
    public static PostedClearing after(
            @Nullable PostedClearing before, ClearingRecord record, ClearingOutcome outcome) {
        TransactionId posted = outcome.transaction();
        TransactionId first = before == null ? null : before.transaction();
        if (before == null || first == null) {
            return new PostedClearing(record, posted, outcome.carried(), List.of());
        }
        List<Share> further = new ArrayList<>(before.further());
        if (posted != null && !posted.equals(first)) {
            further.add(new Share(posted, outcome.takenBackMinor()));
        }
        return new PostedClearing(record, first, outcome.carried(), further);
    }

    boolean in(TransactionId other) {
        return other.equals(transaction);
    }

    /** True also where it took something back as of a further part. */
    boolean touched(TransactionId other) {
        return in(other) || further.stream().anyMatch(share -> share.transaction().equals(other));
    }

    boolean reversal() {
        return record.kind() == MessageKind.CLEARING_REVERSAL;
    }

    /** What a reversal has taken back of a transaction, in minor units of the billed amount. */
    long takenMinor(@Nullable TransactionId of) {
        long first = record.amount().minor() - restMinor();
        long ofOther = 0;
        for (Share share : further) {
            first -= share.minor();
            ofOther += share.transaction().equals(of) ? share.minor() : 0;
        }
        return Objects.equals(of, transaction) ? Math.max(0, first) : ofOther;
    }

    /** What a reversal has found nothing to take back for, in minor units of the billed amount. */
    long restMinor() {
        long network = record.networkMoney().minor();
        long billed = record.amount().minor();
        long left = Math.min(carried.minor(), network);
        return left == network ? billed : Ratio.of(billed, left, network);
    }
}
