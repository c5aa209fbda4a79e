package dev.countersign.ingest.feed;

import dev.countersign.reconcile.service.DecidedBatch;
import dev.countersign.reconcile.service.FeedBatch.Stretch;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A batch on its way out: into the database, then to the broker.
 *
 * @param recorded done when the database has it; failed when it does not
 * @param answered when the broker had acknowledged all that goes out for it
 */
record Flight(
        DecidedBatch decided,
        Arrived arrived,
        CompletableFuture<Void> recorded,
        CompletableFuture<Instant> answered) {

    /**
     * What came in with the batch.
     *
     * @param brokerMillis when the broker took each message
     * @param unreadable how many of them could not be read
     */
    record Arrived(List<Long> brokerMillis, int unreadable) {}

    List<Stretch> stretches() {
        return decided.batch().stretches();
    }
}
