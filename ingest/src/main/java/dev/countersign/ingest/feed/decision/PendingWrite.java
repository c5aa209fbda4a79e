package dev.countersign.ingest.feed.decision;

import dev.countersign.reconcile.service.feed.DecidedBatch;
import java.util.concurrent.CompletableFuture;

/**
 * A batch on its way out: into the database, then to the broker.
 *
 * @param recorded done when the database has it; failed when it does not
 * @param answering what is kept of it from then on
 */
public record PendingWrite(
        DecidedBatch decided, CompletableFuture<Void> recorded, PendingAnswer answering) {}
