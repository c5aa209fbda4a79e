package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.id.CardId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The batch that is being recorded while this one is decided. */
final class InFlight {

    private @Nullable DecidedBatch batch;
    private final Runnable await;

    InFlight(@Nullable DecidedBatch batch, Runnable await) {
        this.batch = batch;
        this.await = await;
    }

    boolean touches(CardId card) {
        return batch != null && batch.touches(card);
    }

    boolean moved() {
        return batch != null && batch.moved();
    }

    boolean holds(UUID identity) {
        return batch != null && batch.holds(identity);
    }

    /** What the database does not show yet must be there before it is read. */
    void settleIf(boolean needed) {
        if (needed) {
            await.run();
            batch = null;
        }
    }
}
