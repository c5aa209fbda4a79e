package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the one transaction of which a clearing reversal takes back: that of a record that cleared
 * under its ARN. Where none did, it is the single message that the reversal names, since no record
 * of that cleared under any ARN.
 *
 * @param transactions those of the cards, as they change
 * @param posted what was posted to them, as it grows
 */
record ClearedOriginals(Map<TransactionId, Transaction> transactions, PostedRecords posted) {

    private static final Comparator<Transaction> LATEST =
            Comparator.comparing((Transaction single) -> single.id().value()).reversed();

    /**
     * Returns the original of a reversal; null while nothing of it is known. Of several
     * transactions it is one of which something is left, if there is one.
     */
    @Nullable ClearedOriginal of(ClearingRecord reversal) {
        List<PostedClearing> cleared =
                posted.reversed(reversal).stream()
                        .filter(other -> transactions.containsKey(other.transaction()))
                        .toList();
        return cleared.stream()
                .min(Comparator.comparing(other -> posted.open(other) == 0))
                .map(original -> original(original, cleared))
                .orElseGet(() -> single(reversal));
    }

    private ClearedOriginal original(PostedClearing original, List<PostedClearing> cleared) {
        Transaction transaction = Objects.requireNonNull(transactions.get(original.transaction()));
        List<ClearingRecord> records =
                cleared.stream()
                        .filter(other -> other.in(transaction.id()))
                        .map(PostedClearing::record)
                        .toList();
        long open = Math.min(posted.open(original), transaction.amounts().cleared());
        return new ClearedOriginal(transaction, records, posted.reversedOf(original), open);
    }

    private @Nullable ClearedOriginal single(ClearingRecord reversal) {
        return transactions.values().stream()
                .filter(single -> single.origin() == Origin.SINGLE_MESSAGE)
                .filter(single -> single.settledAt() != null)
                .filter(single -> PresentmentMatcher.names(reversal, single))
                .min(LATEST)
                .map(
                        single ->
                                new ClearedOriginal(
                                        single, List.of(), 0, single.amounts().cleared()))
                .orElse(null);
    }
}
