package dev.countersign.reconcile.store.settlement;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.SuspenseBalance;
import dev.countersign.reconcile.domain.clearing.post.PostedClearing;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Direction;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Settlement;
import dev.countersign.reconcile.domain.feed.NetworkRefs;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Clearing records as the night reads them: those to settle, and those that were settled. */
public final class ClearingRecordStore {

    private static final String COLUMNS =
            """
            clearing.id, clearing.identity, clearing.payload_hash, clearing.message_id, clearing.kind,
            clearing.account_id, clearing.mode, clearing.card_id, clearing.card_reference,
            clearing.transaction_id, clearing.network, clearing.network_txn_id,
            clearing.original_network_txn_id, clearing.arn, clearing.approval_code, clearing.stan,
            clearing.rrn, clearing.acquirer_id, clearing.clearing_sequence, clearing.clearing_count,
            clearing.usage_code, clearing.final_clearing, clearing.direction, clearing.type,
            clearing.channel, clearing.amount_minor, clearing.currency,
            clearing.merchant_amount_minor, clearing.merchant_currency, clearing.merchant_id,
            clearing.terminal_id, clearing.merchant_name, clearing.merchant_mcc,
            clearing.merchant_city, clearing.merchant_country, clearing.interchange_minor,
            clearing.interchange_currency, clearing.settlement_date, clearing.settlement_cycle,
            clearing.settlement_service, clearing.settlement_institution, clearing.settlement_minor,
            clearing.settlement_currency, clearing.feed_partition, clearing.feed_offset,
            clearing.created_at, card.customer_id
            """;

    private static final String LOAD =
            "select "
                    + COLUMNS
                    + """
                      from clearing
                      left join card on card.id = clearing.card_id
                     where clearing.id = any(:ids)
                    """;

    public List<ClearingRecord> load(Handle handle, Collection<UUID> ids) {
        return handle.createQuery(LOAD)
                .bindArray("ids", UUID.class, ids)
                .map((row, context) -> read(row))
                .list();
    }

    private static final String POSTED =
            "select "
                    + COLUMNS
                    + """
                    , coalesce(settlement_line.identified_transaction_id,
                               settlement_line.transaction_id) as posted_to,
                    book.suspended_minor, book.written_off_minor, book.entries, book.reversed_minor
                      from (select *
                              from settlement_line
                             where lineage_id = any(:lineages)
                               and id >= :floor
                            union all
                            select older.*
                              from settlement_line older
                             where cardinality(:reversed) > 0
                               and older.lineage_id = any(:lineages)
                               and older.arn = any(:reversed)
                               and older.id < :floor
                            union all
                            select older.*
                              from settlement_line older
                              join clearing refund
                                on refund.id = older.id
                               and refund.original_network_txn_id = any(:named)
                             where older.lineage_id = any(:lineages)
                               and older.record_type = 'refund'
                               and older.id < :floor) settlement_line
                      join clearing on clearing.id = settlement_line.id
                      left join card on card.id = clearing.card_id
                      cross join lateral (
                               select coalesce(sum(case '1310' when debit_account then amount_minor
                                                               when credit_account then -amount_minor
                                                   end), 0) as suspended_minor,
                                      coalesce(sum(case '5040' when debit_account then amount_minor
                                                               when credit_account then -amount_minor
                                                   end), 0) as written_off_minor,
                                      count(*) filter (
                                          where event in ('suspense_identified',
                                                          'clearing_returned',
                                                          'interchange_corrected')) as entries,
                                      case when clearing.kind = 'clearing_reversal'
                                           then coalesce(sum(amount_minor) filter (
                                                    where event in ('clearing_reversal',
                                                                    'suspense_identified')
                                                      and '2100' in (debit_account,
                                                                     credit_account)), 0)
                                           else 0 end as reversed_minor
                                 from ledger_entry
                                where ledger_entry.subject = clearing.id) book
                     where (settlement_line.transaction_id is null
                            or settlement_line.transaction_id = any(:transactions)
                            or settlement_line.identified_transaction_id = any(:transactions)
                            or settlement_line.arn = any(:arns)
                            or clearing.original_network_txn_id = any(:named)
                            or clearing.network_txn_id = any(:named))
                    """;

    /**
     * Records of these chains of cards that were settled before: those posted to these
     * transactions, those with these acquirer references, those of these lifecycles and refunds of
     * them, and those in suspense.
     *
     * @param floor the oldest id that is looked at, but for refunds of these lifecycles
     * @param reversed of the acquirer references those that are taken back, however old
     * @param named what the network calls the lifecycles
     */
    public List<PostedClearing> posted(
            Handle handle,
            Collection<UUID> lineages,
            UUID floor,
            Collection<UUID> transactions,
            Collection<String> arns,
            Collection<String> reversed,
            Collection<String> named) {
        return handle.createQuery(POSTED)
                .bindArray("lineages", UUID.class, lineages)
                .bind("floor", floor)
                .bindArray("transactions", UUID.class, transactions)
                .bindArray("arns", String.class, arns)
                .bindArray("reversed", String.class, reversed)
                .bindArray("named", String.class, named)
                .map(
                        (row, context) -> {
                            UUID transaction = Rows.uuidOrNull(row, "posted_to");
                            return new PostedClearing(
                                    read(row),
                                    transaction == null ? null : new TransactionId(transaction),
                                    new SuspenseBalance(
                                            row.getLong("suspended_minor"),
                                            row.getLong("written_off_minor"),
                                            row.getInt("entries")),
                                    row.getLong("reversed_minor"));
                        })
                .list();
    }

    /** The same, where nothing is taken back. */
    public List<PostedClearing> posted(
            Handle handle,
            Collection<UUID> lineages,
            UUID floor,
            Collection<UUID> transactions,
            Collection<String> arns,
            Collection<String> named) {
        return posted(handle, lineages, floor, transactions, arns, List.of(), named);
    }

    private static ClearingRecord read(ResultSet row) throws SQLException {
        UUID transaction = Rows.uuidOrNull(row, "transaction_id");
        return new ClearingRecord(
                Rows.messageRef(row),
                Rows.wire(row, "kind", MessageKind.class),
                owner(row),
                Objects.requireNonNullElse(row.getString("card_reference"), ""),
                Rows.wire(row, "network", Network.class),
                refs(row),
                row.getBoolean("final_clearing"),
                Rows.wire(row, "direction", Direction.class),
                Rows.wire(row, "type", TransactionType.class),
                Rows.money(row, "amount_minor", "currency"),
                Rows.merchantClaim(row),
                Rows.longOrNull(row, "interchange_minor"),
                row.getString("interchange_currency"),
                new Settlement(
                        row.getObject("settlement_date", LocalDate.class),
                        Rows.intOrNull(row, "settlement_cycle"),
                        row.getString("settlement_service"),
                        row.getString("settlement_institution"),
                        row.getString("settlement_currency"),
                        Rows.longOrNull(row, "settlement_minor")),
                transaction == null ? null : new TransactionId(transaction),
                Rows.instant(row, "created_at"));
    }

    private static @Nullable CardOwner owner(ResultSet row) throws SQLException {
        UUID card = Rows.uuidOrNull(row, "card_id");
        return card == null
                ? null
                : new CardOwner(
                        new AccountId(Rows.uuid(row, "account_id")),
                        Rows.wire(row, "mode", Mode.class),
                        new CardId(card),
                        new CustomerId(Rows.uuid(row, "customer_id")),
                        null);
    }

    private static NetworkRefs refs(ResultSet row) throws SQLException {
        return new NetworkRefs(
                Rows.networkKeys(row),
                row.getString("original_network_txn_id"),
                null,
                null,
                row.getString("arn"),
                row.getString("approval_code"),
                Rows.intOrNull(row, "clearing_sequence"),
                Rows.intOrNull(row, "clearing_count"),
                Rows.intOrNull(row, "usage_code"),
                null);
    }
}
