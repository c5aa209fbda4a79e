package dev.countersign.reconcile.domain.clearing.post;

import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.Ratio;
import dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Finds what clearing reversals take back: what cleared under their ARN, in whichever transactions
 * its parts were posted to. Where nothing did, the single message that they name, since no record
 * of it cleared under any.
 */
final class ClearedOriginals {

    private static final Comparator<Transaction> LATEST =
            Comparator.comparing((Transaction single) -> single.id().value()).reversed();

    private final Map<TransactionId, Transaction> transactions;
    private final PostedRecords posted;

    /**
     * @param transactions those of the cards, as they change
     * @param posted what was posted to them, as it grows
     */
    ClearedOriginals(Map<TransactionId, Transaction> transactions, PostedRecords posted) {
        this.transactions = transactions;
        this.posted = posted;
    }

    /**
     * One for each transaction, in the order in which a reversal takes them back: those of which
     * something is left first. None while nothing of it is known.
     */
    List<ClearedOriginal> of(ClearingRecord reversal) {
        return of(reversal, transaction -> 0);
    }

    /**
     * Returns the originals that are left for a reversal that reversed something before, on the
     * same side.
     */
    List<ClearedOriginal> further(PostedClearing reversal) {
        return of(reversal.record(), reversal::takenMinor).stream()
                .filter(original -> original.open() > 0)
                .filter(original -> original.refund() == refund(reversal))
                .toList();
    }

    /**
     * @param taken what the reversal itself took back of a transaction before
     */
    private List<ClearedOriginal> of(ClearingRecord reversal, ToLongFunction<TransactionId> taken) {
        List<PostedClearing> cleared = posted.reversed(reversal);
        if (cleared.isEmpty()) {
            return single(reversal);
        }
        Map<Transaction, List<PostedClearing>> parts = new LinkedHashMap<>();
        for (PostedClearing part : cleared) {
            Transaction transaction = transactions.get(part.transaction());
            if (transaction != null) {
                parts.computeIfAbsent(transaction, its -> new ArrayList<>(1)).add(part);
            }
        }
        return parts.entrySet().stream()
                .map(
                        its ->
                                original(
                                        its.getKey(),
                                        its.getValue(),
                                        posted.taken(its.getValue().getFirst(), reversal)
                                                + taken.applyAsLong(its.getKey().id())))
                .sorted(Comparator.comparing(original -> original.open() == 0))
                .toList();
    }

    private static ClearedOriginal original(
            Transaction transaction, List<PostedClearing> parts, long taken) {
        List<ClearingRecord> records = parts.stream().map(PostedClearing::record).toList();
        long cleared =
                records.stream().mapToLong(part -> part.amount().minor()).reduce(0, Ratio::sum);
        return new ClearedOriginal(transaction, records, taken, left(transaction, cleared - taken));
    }

    private static long left(Transaction transaction, long open) {
        return Math.max(0, Math.min(open, transaction.amounts().cleared()));
    }

    private boolean refund(PostedClearing reversal) {
        Transaction first = transactions.get(reversal.transaction());
        return first != null && new ClearedOriginal(first, List.of(), 0, 0).refund();
    }

    private List<ClearedOriginal> single(ClearingRecord reversal) {
        return transactions.values().stream()
                .filter(single -> single.origin() == Origin.SINGLE_MESSAGE)
                .filter(single -> single.settledAt() != null)
                .filter(single -> PresentmentMatcher.names(reversal, single))
                .sorted(LATEST)
                .limit(1)
                .map(
                        single ->
                                new ClearedOriginal(
                                        single,
                                        List.of(),
                                        0,
                                        left(single, single.authorizedMinor())))
                .toList();
    }
}
