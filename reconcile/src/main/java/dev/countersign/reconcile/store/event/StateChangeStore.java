package dev.countersign.reconcile.store.event;

import dev.countersign.reconcile.domain.event.TransactionChangeLog;
import dev.countersign.reconcile.store.sql.RoundTrip;
import java.util.Collection;
import org.jdbi.v3.core.Handle;

/**
 * The changes that were not published yet. The stream and the night note those of transactions
 * here; triggers note all others.
 */
public final class StateChangeStore {

    private static final String INSERT =
            """
            insert into state_change (kind, transactions)
            values ('transaction', ?)
            """;

    /** Notes what changed, in the transaction that changes it, once its rows are written. */
    public void insert(Handle handle, TransactionChangeLog changes) {
        byte[] packed = changes.bytes();
        if (packed.length > 0) {
            handle.execute(INSERT, packed);
        }
    }

    /** The same together with other statements. */
    public void insert(RoundTrip trip, TransactionChangeLog changes) {
        byte[] packed = changes.bytes();
        if (packed.length > 0) {
            trip.execute(INSERT, packed);
        }
    }

    public void delete(Handle handle, Collection<Long> numbers) {
        handle.createUpdate("delete from state_change where number = any(:numbers)")
                .bindArray("numbers", Long.class, numbers)
                .execute();
    }
}
