package dev.countersign.jobs;

import dev.countersign.reconcile.domain.dispute.FilingWindows;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.operations.DisputeQueue;
import dev.countersign.reconcile.service.operations.Disputes;
import dev.countersign.reconcile.store.dispute.DisputeStore;
import dev.countersign.reconcile.store.lookup.TransactionListStore;
import java.time.Instant;

/** What people do about disputes between two nights, at a time of their own. */
final class People {

    private People() {}

    /** Those who open disputes over the interface. */
    static Disputes disputing(NightRun night, String now) {
        return new Disputes(
                new Database(night.jdbi),
                new DisputeStore(10),
                new TransactionListStore(10),
                FilingWindows.DEFAULT,
                () -> Instant.parse(now),
                TimeOrderedId::floor);
    }

    /** Those who answer what nights proposed. */
    static DisputeQueue queue(NightRun night, String now) {
        Database database = new Database(night.jdbi);
        return new DisputeQueue(
                database, database, disputing(night, now), () -> Instant.parse(now));
    }
}
