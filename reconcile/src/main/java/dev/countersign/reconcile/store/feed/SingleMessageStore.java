package dev.countersign.reconcile.store.feed;

import static dev.countersign.reconcile.store.sql.PgType.BIGINT;
import static dev.countersign.reconcile.store.sql.PgType.DATE;
import static dev.countersign.reconcile.store.sql.PgType.INTEGER;
import static dev.countersign.reconcile.store.sql.PgType.TEXT;

import dev.countersign.reconcile.domain.clearing.SingleMessage;
import dev.countersign.reconcile.domain.feed.NetworkMessage.AuthorizationRequest;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Interchange;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.store.sql.BulkTable;
import dev.countersign.reconcile.store.sql.PgType;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Content of single messages that a clearing record would otherwise bring. It came with the
 * request, and the night books it.
 */
public final class SingleMessageStore {

    private static final BulkTable<Map.Entry<UUID, AuthorizationRequest>> TABLE =
            BulkTable.<Map.Entry<UUID, AuthorizationRequest>>named("single_message")
                    .column("identity", PgType.UUID, Map.Entry::getKey)
                    .column("interchange_minor", BIGINT, SingleMessageStore::interchangeMinor)
                    .column("interchange_currency", TEXT, SingleMessageStore::interchangeCurrency)
                    .column("settlement_date", DATE, row -> settlement(row).date())
                    .column("settlement_cycle", INTEGER, row -> settlement(row).cycle())
                    .column("settlement_service", TEXT, row -> settlement(row).service())
                    .column("settlement_institution", TEXT, row -> settlement(row).institutionId())
                    .column("settlement_minor", BIGINT, row -> settlement(row).minor())
                    .column("settlement_currency", TEXT, row -> settlement(row).currency())
                    .build();

    /** Keeps what requests said, by their identities. */
    public void insert(Handle handle, Map<UUID, AuthorizationRequest> requests) {
        TABLE.insert(handle, List.copyOf(requests.entrySet()));
    }

    /** Approved single messages with what they said, by the ids of their transactions. */
    public List<SingleMessage> load(Handle handle, Collection<UUID> transactions) {
        return handle.createQuery(
                        """
                        select transaction.id, single.interchange_minor, single.interchange_currency,
                               single.settlement_date, single.settlement_cycle,
                               single.settlement_service, single.settlement_institution,
                               single.settlement_currency, single.settlement_minor
                          from transaction
                          left join single_message single on single.identity = transaction.identity
                         where transaction.id = any(:transactions)
                        """)
                .bindArray("transactions", UUID.class, transactions)
                .map((row, context) -> read(row))
                .list();
    }

    private static SingleMessage read(ResultSet row) throws SQLException {
        return new SingleMessage(
                new TransactionId(Rows.uuid(row, "id")),
                Rows.longOrNull(row, "interchange_minor"),
                row.getString("interchange_currency"),
                new Settlement(
                        row.getObject("settlement_date", LocalDate.class),
                        Rows.intOrNull(row, "settlement_cycle"),
                        row.getString("settlement_service"),
                        row.getString("settlement_institution"),
                        row.getString("settlement_currency"),
                        Rows.longOrNull(row, "settlement_minor")));
    }

    private static Settlement settlement(Map.Entry<UUID, AuthorizationRequest> row) {
        return row.getValue().settlement();
    }

    private static @Nullable Long interchangeMinor(Map.Entry<UUID, AuthorizationRequest> row) {
        Interchange requests = row.getValue().interchange();
        return requests == null ? null : requests.minor();
    }

    private static @Nullable String interchangeCurrency(Map.Entry<UUID, AuthorizationRequest> row) {
        Interchange requests = row.getValue().interchange();
        return requests == null ? null : requests.currency();
    }
}
