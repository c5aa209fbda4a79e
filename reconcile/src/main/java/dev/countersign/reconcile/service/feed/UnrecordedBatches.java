package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.store.feed.MessageStore.ProcessedMessage;
import dev.countersign.reconcile.store.feed.TransactionStore.TransactionReference;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The batches that are being recorded, or wait to be, while the next one is decided. */
final class UnrecordedBatches {

    private List<DecidedBatch> batches;
    private final Runnable await;

    UnrecordedBatches(List<DecidedBatch> batches, Runnable await) {
        this.batches = batches;
        this.await = await;
    }

    /** Those that are not known to be recorded. */
    List<DecidedBatch> batches() {
        return batches;
    }

    boolean touches(CardId card) {
        return batches.stream().anyMatch(batch -> batch.touches(card));
    }

    /** The version that the last of them leaves a lineage at; null where none moves it. */
    @Nullable Long versionOf(UUID lineage) {
        return last(batch -> batch.versionOf(lineage));
    }

    boolean moved() {
        return batches.stream().anyMatch(DecidedBatch::moved);
    }

    /** A message as the last of them leaves it; null where none was about it. */
    @Nullable ProcessedMessage processed(UUID identity) {
        return last(batch -> batch.processed(identity));
    }

    private <T> @Nullable T last(Function<DecidedBatch, @Nullable T> of) {
        T last = null;
        for (DecidedBatch batch : batches) {
            T later = of.apply(batch);
            last = later == null ? last : later;
        }
        return last;
    }

    boolean mayAnswer(TransactionReference reference) {
        return batches.stream().anyMatch(batch -> batch.mayAnswer(reference));
    }

    /**
     * Waits, if needed, for the batches in flight. What the database does not show yet must be
     * there before it is read.
     */
    void settleIf(boolean needed) {
        if (needed) {
            await.run();
            batches = List.of();
        }
    }
}
