package dev.countersign.jobs;

import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.IdempotentResponses;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import dev.countersign.reconcile.service.operations.Disputes;
import dev.countersign.reconcile.service.operations.Disputes.NewDispute;
import dev.countersign.reconcile.store.dispute.DisputeStore;
import dev.countersign.reconcile.store.lookup.TransactionListStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;

/** Acts on disputes as operators do between two nights, at a time of their own. */
final class People {

    private People() {}

    /** Those who open disputes over the interface. */
    static Disputes disputing(NightRun night, String now) {
        Database database = new Database(night.jdbi);
        InstantSource clock = () -> Instant.parse(now);
        return new Disputes(
                database,
                new IdempotentResponses(database, clock, ReferenceMask.LAST_FOUR),
                new DisputeStore(10),
                new TransactionListStore(10),
                FilingWindows.DEFAULT,
                clock,
                TimeOrderedId::floor);
    }

    /** A claim that all of a transaction is fraud. */
    static DisputeId claim(NightRun night, String transaction, String now) {
        return disputing(night, now)
                .open(
                        night.book.sandbox(),
                        new NewDispute(
                                new TransactionId(UUID.fromString(transaction)).toString(),
                                null,
                                DisputeReason.FRAUD,
                                null))
                .id();
    }

    /** Those who answer what nights proposed. */
    static DisputeQueue queue(NightRun night, String now) {
        Database database = new Database(night.jdbi);
        return new DisputeQueue(
                database, database, disputing(night, now), () -> Instant.parse(now));
    }
}
