package dev.countersign.reconcile.store.feed;

import static dev.countersign.reconcile.store.sql.PgType.BIGINT;
import static dev.countersign.reconcile.store.sql.PgType.JSONB;
import static dev.countersign.reconcile.store.sql.PgType.TEXT;
import static dev.countersign.reconcile.store.sql.PgType.TIMESTAMPTZ;
import static dev.countersign.reconcile.store.sql.PgType.UUID;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.MessageReader;
import dev.countersign.reconcile.domain.feed.NetworkKeys;
import dev.countersign.reconcile.domain.feed.Payload;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.StatedAmount;
import dev.countersign.reconcile.store.sql.BulkTable;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Messages that came before what they belong to. */
public final class EarlyArrivalStore {

    private static final BulkTable<EarlyArrival> TABLE =
            BulkTable.<EarlyArrival>named("early_arrival")
                    .column("identity", UUID, EarlyArrival::identity)
                    .column("card_id", UUID, row -> row.cardId().value())
                    .column("kind", TEXT, row -> row.kind().wire())
                    .column("network_txn_id", TEXT, row -> row.original().networkTxnId())
                    .column("stan", TEXT, row -> row.original().stan())
                    .column("acquirer_id", TEXT, row -> row.original().acquirerId())
                    .column("original_at", TIMESTAMPTZ, EarlyArrival::originalAt)
                    .column("amount_minor", BIGINT, row -> row.stated().minor())
                    .column("replacement_minor", BIGINT, row -> row.stated().left())
                    .column("transaction_id", UUID, EarlyArrivalStore::transaction)
                    .column("payload", JSONB, EarlyArrivalStore::payload)
                    .column("arrived_at", TIMESTAMPTZ, EarlyArrival::arrivedAt)
                    .column("merchant_amount_minor", BIGINT, EarlyArrivalStore::merchantMinor)
                    .column("merchant_currency", TEXT, EarlyArrivalStore::merchantCurrency)
                    .build();

    private final MessageReader messages;

    public EarlyArrivalStore(MessageReader messages) {
        this.messages = messages;
    }

    public void insert(Handle handle, List<EarlyArrival> arrivals) {
        TABLE.insert(handle, arrivals);
    }

    /** Deletes what found its original, or nothing can belong to any more. */
    public void delete(Handle handle, Collection<java.util.UUID> identities) {
        if (!identities.isEmpty()) {
            handle.createUpdate("delete from early_arrival where identity = any(:identities)")
                    .bindArray("identities", java.util.UUID.class, identities)
                    .execute();
        }
    }

    private static final String LOAD =
            """
            select early_arrival.identity, early_arrival.card_id, early_arrival.kind,
                   early_arrival.network_txn_id, early_arrival.stan, early_arrival.acquirer_id,
                   early_arrival.original_at, early_arrival.amount_minor,
                   early_arrival.replacement_minor, early_arrival.transaction_id,
                   early_arrival.payload, early_arrival.arrived_at,
                   early_arrival.merchant_amount_minor, early_arrival.merchant_currency,
                   message.payload_hash,
                   message.feed_partition, message.feed_offset
              from early_arrival
              left join message on message.identity = early_arrival.identity
              left join clearing on clearing.identity = early_arrival.identity
             where early_arrival.card_id = any(:cards)
             order by coalesce(message.feed_partition, clearing.feed_partition),
                      coalesce(message.feed_offset, clearing.feed_offset)
            """;

    /**
     * Loads the early arrivals that wait on these cards, in the order they came. A clearing record
     * that made a transaction is no message of its own.
     */
    public List<EarlyArrival> load(Handle handle, Collection<CardId> cards) {
        return handle.createQuery(LOAD)
                .bindArray(
                        "cards", java.util.UUID.class, cards.stream().map(CardId::value).toList())
                .map(
                        (row, context) -> {
                            java.util.UUID identity = Rows.uuid(row, "identity");
                            String payload = row.getString("payload");
                            java.util.UUID transaction = Rows.uuidOrNull(row, "transaction_id");
                            FeedEntry parked =
                                    payload == null
                                            ? null
                                            : new FeedEntry(
                                                    new FeedOffset(
                                                            row.getInt("feed_partition"),
                                                            row.getLong("feed_offset")),
                                                    identity,
                                                    row.getLong("payload_hash"),
                                                    messages.read(
                                                            payload,
                                                            Rows.instant(row, "arrived_at")),
                                                    Payload.of(payload));
                            return new EarlyArrival(
                                    identity,
                                    new CardId(Rows.uuid(row, "card_id")),
                                    Rows.wire(row, "kind", EarlyArrival.Kind.class),
                                    new NetworkKeys(
                                            row.getString("network_txn_id"),
                                            row.getString("stan"),
                                            null,
                                            row.getString("acquirer_id")),
                                    Rows.instantOrNull(row, "original_at"),
                                    new StatedAmount(
                                            row.getLong("amount_minor"),
                                            Rows.longOrNull(row, "replacement_minor"),
                                            merchantAmount(row),
                                            Rows.instant(row, "arrived_at")),
                                    transaction == null ? null : new TransactionId(transaction),
                                    parked);
                        })
                .list();
    }

    /**
     * A parked increment: its card, the feed partition it came on, its business time and the
     * message as it came.
     */
    public record ParkedIncrement(CardId card, int partition, Instant arrivedAt, String payload) {}

    /** Increments that were recorded before this instant and still wait, the oldest first. */
    public List<ParkedIncrement> parkedBefore(Handle handle, Instant recorded, int limit) {
        return handle.createQuery(
                        """
                        select early_arrival.card_id, message.feed_partition, early_arrival.arrived_at,
                               early_arrival.payload
                          from early_arrival
                          join message on message.identity = early_arrival.identity
                         where early_arrival.kind = 'increment'
                           and message.decided_at < :recorded
                         order by message.decided_at
                         limit :limit
                        """)
                .bind("recorded", OffsetDateTime.ofInstant(recorded, ZoneOffset.UTC))
                .bind("limit", limit)
                .map(
                        (row, context) ->
                                new ParkedIncrement(
                                        new CardId(Rows.uuid(row, "card_id")),
                                        row.getInt("feed_partition"),
                                        Rows.instant(row, "arrived_at"),
                                        row.getString("payload")))
                .list();
    }

    private static @Nullable Object transaction(EarlyArrival row) {
        return row.transactionId() == null ? null : row.transactionId().value();
    }

    private static @Nullable Object merchantMinor(EarlyArrival row) {
        Money amount = row.stated().merchantAmount();
        return amount == null ? null : amount.minor();
    }

    private static @Nullable Object merchantCurrency(EarlyArrival row) {
        Money amount = row.stated().merchantAmount();
        return amount == null ? null : amount.currency().getCurrencyCode();
    }

    private static @Nullable Money merchantAmount(ResultSet row) throws SQLException {
        Long minor = Rows.longOrNull(row, "merchant_amount_minor");
        return minor == null ? null : new Money(minor, Rows.currency(row, "merchant_currency"));
    }

    private static @Nullable Object payload(EarlyArrival row) {
        return row.parked() == null ? null : row.parked().payload().text();
    }
}
