package dev.countersign.reconcile.store.settlement;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.clearing.Identification;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.generic.GenericType;
import org.jspecify.annotations.Nullable;

/** Store of what operators said clearing records belong to, until a night posts them by it. */
public final class IdentificationStore {

    /**
     * The current place of a record.
     *
     * @param lineage the cards that it was posted in; of a record whose card nobody knows, its own
     * @param transaction null for one in suspense
     * @param waiting true when an identification of it waits for the next night
     */
    public record RecordPlacement(
            Mode mode, UUID lineage, @Nullable TransactionId transaction, boolean waiting) {}

    private static final String POSTED =
            """
            select line.mode, line.lineage_id as lineage,
                   coalesce(line.identified_transaction_id, line.transaction_id) as transaction,
                   exists (select
                             from identified_record
                            where identified_record.clearing_id = line.id
                              and night_id is null) as waiting
              from settlement_line line
             where line.id = :clearing
               and line.record_type in ('clearing', 'refund', 'atm', 'reversal')
               and exists (select from clearing where clearing.id = line.id)
            """;

    /** Finds the current place of a record that a night has dealt with. */
    public Optional<RecordPlacement> find(Handle handle, UUID clearing) {
        return posted(handle, clearing, POSTED);
    }

    /** The same; no other operator identifies it until the transaction ends. */
    public Optional<RecordPlacement> lock(Handle handle, UUID clearing) {
        return posted(handle, clearing, POSTED + " for update of line");
    }

    private static Optional<RecordPlacement> posted(
            Handle handle, UUID clearing, String statement) {
        return handle.createQuery(statement)
                .bind("clearing", clearing)
                .mapTo(RecordPlacement.class)
                .findOne();
    }

    private static final String NAME_CARD =
            """
            with named as (
                update clearing
                   set card_id = card.id,
                       account_id = card.account_id
                  from card
                 where clearing.id = :clearing
                   and clearing.card_id is null
                   and clearing.mode = card.mode
                   and clearing.currency = card.currency
                   and (coalesce(clearing.settlement_currency, card.currency) = card.currency
                        or exists (select
                                     from program
                                    where program.id = card.program_id
                                      and settlement_currencies && array[
                                              cast(clearing.settlement_currency as text),
                                              clearing.settlement_institution || ':'
                                                  || clearing.settlement_currency]))
                   and card.id = :card
                returning clearing.id, card.lineage_id
            )
            update settlement_line
               set lineage_id = named.lineage_id
              from named
             where settlement_line.id = named.id
            """;

    /**
     * Says whose card a record in suspense is of.
     *
     * @return false when the record has a card, or the card is of another mode or currency
     */
    public boolean nameCard(Handle handle, UUID clearing, CardId card) {
        return handle.createUpdate(NAME_CARD)
                        .bind("clearing", clearing)
                        .bind("card", card.value())
                        .execute()
                == 1;
    }

    private static final String INSERT =
            """
            insert into identified_record (clearing_id, number, mode, lineage_id, from_transaction_id,
                                           transaction_id, reason, identified_by, approved_by,
                                           identified_at)
            select line.id,
                   1 + (select count(*)
                          from identified_record
                         where clearing_id = line.id),
                   line.mode, line.lineage_id,
                   coalesce(line.identified_transaction_id, line.transaction_id),
                   cast(:to as uuid), :reason, :by, :approvedBy, :at
              from settlement_line line
             where line.id = :clearing
            """;

    /**
     * Lets the next night post a record by what an operator says of it, in the place of what waits.
     *
     * @param to null where the card alone is known
     */
    public void insert(
            Handle handle,
            UUID clearing,
            @Nullable TransactionId to,
            String reason,
            String by,
            @Nullable String approvedBy,
            Instant at) {
        handle.execute(
                """
                        delete from identified_record
                         where clearing_id = ?
                           and night_id is null
                        """,
                clearing);
        handle.createUpdate(INSERT)
                .bind("clearing", clearing)
                .bind("to", to)
                .bind("reason", reason)
                .bind("by", by)
                .bind("approvedBy", approvedBy)
                .bind("at", at)
                .execute();
    }

    private static final String SELECT =
            """
            select word.clearing_id, word.number, word.from_transaction_id, word.transaction_id,
                   clearing.amount_minor, clearing.currency, word.reason, word.identified_by,
                   word.approved_by, word.identified_at, night.business_date
              from identified_record word
              join clearing on clearing.id = word.clearing_id
              left join night on night.id = word.night_id
            """;

    /** Lists the identifications of a record, in order. */
    public List<Identification> ofClearing(Handle handle, UUID clearing) {
        return handle.createQuery(
                        SELECT
                                + """
                                 where word.clearing_id = :clearing
                                 order by word.number
                                """)
                .bind("clearing", clearing)
                .map((row, context) -> read(row))
                .list();
    }

    /** The records that were matched to a transaction or away from it, in order. */
    public List<Identification> ofTransaction(Handle handle, TransactionId transaction, int limit) {
        return handle.createQuery(
                        SELECT
                                + """
                                 where (word.from_transaction_id = :transaction
                                        or word.transaction_id = :transaction)
                                   and word.transaction_id is not null
                                 order by word.identified_at, word.number
                                 limit :limit
                                """)
                .bind("transaction", transaction.value())
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list();
    }

    private static Identification read(ResultSet row) throws SQLException {
        return new Identification(
                Rows.uuid(row, "clearing_id"),
                row.getInt("number"),
                transaction(row, "from_transaction_id"),
                transaction(row, "transaction_id"),
                new Money(row.getLong("amount_minor"), Rows.currency(row, "currency")),
                row.getString("reason"),
                row.getString("identified_by"),
                row.getString("approved_by"),
                Rows.instant(row, "identified_at"),
                row.getObject("business_date", LocalDate.class));
    }

    private static @Nullable TransactionId transaction(ResultSet row, String column)
            throws SQLException {
        UUID id = Rows.uuidOrNull(row, column);
        return id == null ? null : new TransactionId(id);
    }

    /**
     * The transactions of records that a night posts by an operator's word: where they are, and
     * where they belong.
     */
    public Map<UUID, MatchedTransactions> matched(Handle handle, Collection<UUID> clearings) {
        return handle.createQuery(
                        """
                        select distinct on (clearing_id) clearing_id, from_transaction_id as "from",
                               transaction_id as "to"
                          from identified_record
                         where clearing_id = any(:clearings)
                           and night_id is not null
                         order by clearing_id, number desc
                        """)
                .bindArray("clearings", UUID.class, clearings)
                .setMapKeyColumn("clearing_id")
                .collectInto(new GenericType<Map<UUID, MatchedTransactions>>() {});
    }

    /** A record's transactions: where it is, and where an operator says that it belongs. */
    public record MatchedTransactions(@Nullable TransactionId from, @Nullable TransactionId to) {}

    /** True when a match of something that cleared of a transaction waits for the next night. */
    public boolean waits(Handle handle, TransactionId transaction) {
        return handle.createQuery(
                        """
                        select exists (select
                                         from identified_record
                                        where from_transaction_id = :transaction
                                          and night_id is null)
                        """)
                .bind("transaction", transaction.value())
                .mapTo(Boolean.class)
                .one();
    }

    /** True for a transaction of a card lineage. */
    public boolean ofLineage(Handle handle, TransactionId transaction, UUID lineage) {
        return handle.createQuery(
                        """
                        select exists (select
                                         from transaction
                                         join card on card.id = transaction.card_id
                                        where transaction.id = :transaction
                                          and card.lineage_id = :lineage)
                        """)
                .bind("transaction", transaction.value())
                .bind("lineage", lineage)
                .mapTo(Boolean.class)
                .one();
    }

    /** True when money of a transaction is disputed, or was given back by a dispute. */
    public boolean disputed(Handle handle, TransactionId transaction) {
        return handle.createQuery(
                        """
                        select exists (select
                                         from dispute
                                        where transaction_id = :transaction
                                          and status in ('open', 'under_review', 'won'))
                        """)
                .bind("transaction", transaction.value())
                .mapTo(Boolean.class)
                .one();
    }

    /** True when the network reversed something of a transaction under the ARN of a record. */
    public boolean reversed(Handle handle, UUID clearing, TransactionId transaction) {
        return handle.createQuery(
                        """
                        select exists (select
                                         from settlement_line line
                                         join posted_amount share
                                           on share.lineage_id = line.lineage_id
                                          and share.transaction_id = :transaction
                                          and share.record_type = 'reversal'
                                          and share.arn = line.arn
                                        where line.id = :clearing)
                        """)
                .bind("clearing", clearing)
                .bind("transaction", transaction.value())
                .mapTo(Boolean.class)
                .one();
    }

    /**
     * Returns the transactions that a clearing record may be matched to manually: the approved
     * purchases of a card lineage that are nearest to a moment.
     */
    public List<TransactionId> near(
            Handle handle, UUID lineage, UUID floor, UUID ceiling, int limit) {
        return handle.createQuery(
                        """
                        select transaction.id
                          from card
                          join transaction
                            on transaction.card_id = card.id
                           and transaction.id >= :floor
                           and transaction.id < :ceiling
                         where card.lineage_id = :lineage
                           and transaction.status <> 'declined'
                           and transaction.type <> 'refund'
                           and transaction.origin not in ('force_post', 'single_message')
                         order by transaction.id desc
                         limit :limit
                        """)
                .bind("lineage", lineage)
                .bind("floor", floor)
                .bind("ceiling", ceiling)
                .bind("limit", limit)
                .mapTo(TransactionId.class)
                .list();
    }
}
