package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Ratio;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records of a card and of those it replaced that were settled before, this night or earlier:
 * found by what they were posted to, and by the acquirer's reference under which they cleared.
 */
final class PostedRecords {

    private final Map<TransactionId, List<ClearingRecord>> postedTo = new HashMap<>();
    private final Map<String, List<PostedClearing>> postedByArn = new HashMap<>();
    private final List<PostedClearing> posted = new ArrayList<>();
    private final List<PostedClearing> credits = new ArrayList<>();

    /** One that was settled, after those before it. */
    void remember(PostedClearing settled) {
        posted.add(settled);
        if (settled.transaction() != null && settled.record().credit()) {
            credits.add(settled);
        }
        ofArnNow(settled.record()).add(settled);
        if (settled.transaction() != null) {
            postedTo.computeIfAbsent(settled.transaction(), id -> new ArrayList<>())
                    .add(settled.record());
        }
    }

    /** One that is settled again, out of suspense. */
    void forget(PostedClearing settled) {
        posted.remove(settled);
        ofArnNow(settled.record()).remove(settled);
        if (settled.transaction() != null) {
            postedTo.getOrDefault(settled.transaction(), new ArrayList<>(0))
                    .remove(settled.record());
        }
    }

    private List<PostedClearing> ofArnNow(ClearingRecord record) {
        String arn = record.refs().arn();
        return postedByArn.computeIfAbsent(arn == null ? "" : arn, key -> new ArrayList<>(1));
    }

    /** All of them, in the order in which they were settled. */
    List<PostedClearing> all() {
        return Collections.unmodifiableList(posted);
    }

    /** Returns the records that were posted to a transaction, both whole and reversed. */
    List<ClearingRecord> to(Transaction transaction) {
        return postedTo.getOrDefault(transaction.id(), List.of());
    }

    /** Returns the records that a merchant presented of a purchase. */
    Stream<ClearingRecord> presented(Transaction purchase) {
        return to(purchase).stream().filter(ClearingRecord::presentment);
    }

    /** Those that cleared, or were taken back, under the acquirer's reference of a record. */
    Stream<PostedClearing> ofArn(ClearingRecord record) {
        String arn = record.refs().arn();
        return arn == null ? Stream.empty() : postedByArn.getOrDefault(arn, List.of()).stream();
    }

    /**
     * Finds a record that is settled again, since an operator has identified it or matched it to
     * another transaction; null for one that comes now.
     */
    @Nullable PostedClearing find(ClearingRecord record) {
        return posted.stream()
                .filter(
                        other ->
                                other.record()
                                        .message()
                                        .identity()
                                        .equals(record.message().identity()))
                .findFirst()
                .orElse(null);
    }

    /** True when something that cleared under the ARN of a record was reversed in a transaction. */
    boolean reversed(ClearingRecord record, TransactionId in) {
        return ofArn(record).anyMatch(other -> other.reversal() && other.in(in));
    }

    /**
     * Returns the records that a reversal may take back, all that move money the same way: refunds
     * where it says so. Its part comes first where it names one, then its amount.
     */
    List<PostedClearing> reversed(ClearingRecord reversal) {
        List<PostedClearing> cleared =
                ofArn(reversal)
                        .filter(other -> !other.reversal() && other.transaction() != null)
                        .sorted(
                                Comparator.comparing(
                                                (PostedClearing other) ->
                                                        other.record().credit()
                                                                != Suspense.owed(reversal))
                                        .thenComparing(
                                                other ->
                                                        other.record().sequence()
                                                                != reversal.sequence())
                                        .thenComparing(
                                                other ->
                                                        !other.record()
                                                                .amount()
                                                                .equals(reversal.amount()))
                                        .thenComparing(
                                                PostedClearing::record,
                                                ClearingRecord.ORDER.reversed()))
                        .toList();
        return cleared.stream()
                .filter(other -> other.record().credit() == cleared.getFirst().record().credit())
                .toList();
    }

    /**
     * Returns the amount that cleared under the ARN of a record, in its transaction, and was not
     * reversed.
     */
    long open(PostedClearing original) {
        long cleared =
                sameArnAndTransaction(original)
                        .filter(other -> !other.reversal())
                        .mapToLong(other -> other.record().amount().minor())
                        .reduce(0, Ratio::sum);
        return Math.max(0, cleared - reversedOf(original));
    }

    /** Returns the amount of it that was reversed, counted in the same way. */
    long reversedOf(PostedClearing original) {
        return sameArnAndTransaction(original)
                .mapToLong(PostedClearing::reversedMinor)
                .reduce(0, Ratio::sum);
    }

    private Stream<PostedClearing> sameArnAndTransaction(PostedClearing original) {
        return ofArn(original.record())
                .filter(other -> Objects.equals(other.transaction(), original.transaction()));
    }

    /**
     * Returns the amount of refunds that were booked for a purchase before.
     *
     * @param names what the network calls it
     */
    long refundsBooked(Set<String> names) {
        long booked = 0;
        for (PostedClearing other : credits) {
            String original = other.record().refs().originalNetworkTxnId();
            if (original != null && names.contains(original)) {
                booked = Ratio.sum(booked, open(other));
            }
        }
        return booked;
    }
}
