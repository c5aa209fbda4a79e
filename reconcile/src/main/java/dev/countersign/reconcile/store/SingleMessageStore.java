package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.clearing.SingleMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Interchange;
import dev.countersign.reconcile.domain.id.TransactionId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Interchange of single messages: it came with the request and is booked by the night. */
public final class SingleMessageStore {

    /** Keeps what requests said, by their identities. */
    public void insert(Handle handle, Map<UUID, Interchange> interchange) {
        if (interchange.isEmpty()) {
            return;
        }
        PreparedBatch batch =
                handle.prepareBatch(
                        """
                        insert into single_message (identity, interchange_minor, interchange_currency)
                        values (:identity, :minor, :currency)
                        """);
        interchange.forEach(
                (identity, said) ->
                        batch.bind("identity", identity)
                                .bind("minor", said.minor())
                                .bind("currency", said.currency())
                                .add());
        var unused = batch.execute();
    }

    /** Approved single messages with what they said, by the ids of their transactions. */
    public List<SingleMessage> load(Handle handle, Collection<UUID> transactions) {
        return handle.createQuery(
                        """
                        select transaction.id, single.interchange_minor, single.interchange_currency
                          from transaction
                          left join single_message single on single.identity = transaction.identity
                         where transaction.id = any(:transactions)
                        """)
                .bindArray("transactions", UUID.class, transactions)
                .map(
                        (row, context) ->
                                new SingleMessage(
                                        new TransactionId(Rows.uuid(row, "id")),
                                        Rows.longOrNull(row, "interchange_minor"),
                                        row.getString("interchange_currency")))
                .list();
    }
}
