package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.id.TransactionId;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** What became of single messages, by their identity. */
public final class FeedRecordStore {

    /** The transaction that a message made, or the one it moved. */
    public Optional<TransactionId> transactionOf(Handle handle, UUID identity) {
        return handle.createQuery(
                        """
                        select id from transaction where identity = :identity
                        union all
                        select transaction_id from message
                         where identity = :identity and transaction_id is not null
                        union all
                        select transaction_id from clearing
                         where identity = :identity and transaction_id is not null
                        limit 1
                        """)
                .bind("identity", identity)
                .mapTo(UUID.class)
                .findOne()
                .map(TransactionId::new);
    }

    /** The clearing record that a message became. */
    public Optional<UUID> clearingOf(Handle handle, UUID identity) {
        return handle.createQuery("select id from clearing where identity = :identity")
                .bind("identity", identity)
                .mapTo(UUID.class)
                .findOne();
    }
}
