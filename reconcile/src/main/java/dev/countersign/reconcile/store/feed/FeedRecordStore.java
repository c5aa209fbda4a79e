package dev.countersign.reconcile.store.feed;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Outcomes of single messages. */
public final class FeedRecordStore {

    /** The transaction that a message made, or the one it moved. */
    public Optional<TransactionId> transactionOf(Handle handle, FeedEntry message) {
        return handle.createQuery(
                        """
                        select id from transaction
                         where (network_txn_id = :name
                                or (cast(:name as text) is null and network_txn_id is null))
                           and card_id = :card
                           and identity = :identity
                        union all
                        select transaction_id from message
                         where identity = :identity and transaction_id is not null
                        union all
                        select transaction_id from clearing
                         where identity = :identity and transaction_id is not null
                        limit 1
                        """)
                .bind("name", message.networkTxnId())
                .bind("card", message.cardId() == null ? null : message.cardId().value())
                .bind("identity", message.identity())
                .mapTo(UUID.class)
                .findOne()
                .map(TransactionId::new);
    }

    /** The clearing record that a message became. */
    public Optional<UUID> clearingOf(Handle handle, FeedEntry message) {
        return handle.createQuery("select id from clearing where identity = :identity")
                .bind("identity", message.identity())
                .mapTo(UUID.class)
                .findOne();
    }
}
