package dev.countersign.reconcile.store.settlement;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** To which transactions people linked clearing records. */
public final class ManualMatchStore {

    /**
     * One step: a record went from one transaction to another.
     *
     * @param number counts the steps of a record from 1
     * @param businessDate on which its journals are booked
     * @param amount what was billed
     * @param holdTaken what it took of the hold where it went to
     */
    public record Link(
            UUID id,
            UUID clearing,
            int number,
            Mode mode,
            LocalDate businessDate,
            TransactionId from,
            TransactionId to,
            Money amount,
            long holdTaken,
            String reason,
            String by,
            Instant at) {}

    /**
     * The current place of a record.
     *
     * @param lineage the chain of cards that it was posted in
     * @param transaction null for one in suspense
     * @param postedAt when the night that posted it froze its cut, or somebody linked it
     * @param holdTaken what it took of the hold of its transaction
     * @param links how often it was linked
     * @param awaited true for one that made a transaction of its own, which a late authorization
     *     was to find
     */
    public record Posted(
            Mode mode,
            UUID lineage,
            @Nullable TransactionId transaction,
            @Nullable Instant postedAt,
            long holdTaken,
            int links,
            boolean awaited) {}

    private static final String POSTED =
            """
            select line.mode, line.lineage_id,
                   coalesce(line.identified_transaction_id, line.transaction_id) as transaction_id,
                   coalesce(newest.matched_at, night.cut_at) as posted_at,
                   coalesce(newest.hold_taken_minor,
                            (select sum(case when entry.credit_account = '9010' then entry.amount_minor
                                             else -entry.amount_minor end)
                               from ledger_entry entry
                              where entry.subject = line.id
                                and '9010' in (entry.debit_account, entry.credit_account)),
                            0) as hold_taken_minor,
                   coalesce(newest.number, 0) as links,
                   line.linked_transaction_id is null
                     and coalesce(line.break_type, '') = 'CLEARING_WITHOUT_AUTH' as awaited
              from settlement_line line
              join night on night.id = line.night_id
              left join lateral (
                       select *
                         from manual_match
                        where manual_match.clearing_id = line.id
                        order by number desc
                        limit 1) newest on true
             where line.id = :clearing
               and line.record_type in ('clearing', 'refund', 'atm', 'reversal')
               and exists (select from clearing where clearing.id = line.id)
            """;

    /** Finds the current place of a record that a night has dealt with. */
    public Optional<Posted> find(Handle handle, UUID clearing) {
        return posted(handle, clearing, POSTED);
    }

    /** The same; nobody else links it until the transaction ends. */
    public Optional<Posted> lock(Handle handle, UUID clearing) {
        return posted(handle, clearing, POSTED + " for update of line");
    }

    private static Optional<Posted> posted(Handle handle, UUID clearing, String statement) {
        return handle.createQuery(statement)
                .bind("clearing", clearing)
                .map(
                        (row, context) -> {
                            UUID transaction = Rows.uuidOrNull(row, "transaction_id");
                            return new Posted(
                                    Rows.wire(row, "mode", Mode.class),
                                    Rows.uuid(row, "lineage_id"),
                                    transaction == null ? null : new TransactionId(transaction),
                                    Rows.instantOrNull(row, "posted_at"),
                                    row.getLong("hold_taken_minor"),
                                    row.getInt("links"),
                                    row.getBoolean("awaited"));
                        })
                .findOne();
    }

    /** Keeps a step, and says on the record's line where it is now. */
    public void insert(Handle handle, Link link) {
        handle.createUpdate(
                        """
                        insert into manual_match (id, clearing_id, number, mode, business_date,
                                                   from_transaction_id, to_transaction_id,
                                                   amount_minor, currency, hold_taken_minor,
                                                   reason, matched_by, matched_at)
                        values (:id, :clearing, :number, :mode, :businessDate, :from, :to, :minor,
                                :currency, :taken, :reason, :by, :at)
                        """)
                .bind("id", link.id())
                .bind("clearing", link.clearing())
                .bind("number", link.number())
                .bind("mode", link.mode().wire())
                .bind("businessDate", link.businessDate())
                .bind("from", link.from().value())
                .bind("to", link.to().value())
                .bind("minor", link.amount().minor())
                .bind("currency", link.amount().currency().getCurrencyCode())
                .bind("taken", link.holdTaken())
                .bind("reason", link.reason())
                .bind("by", link.by())
                .bind("at", link.at().atOffset(ZoneOffset.UTC))
                .execute();
        handle.createUpdate(
                        """
                        update settlement_line
                           set identified_transaction_id = :to,
                               identified_on = :businessDate
                         where id = :clearing
                        """)
                .bind("to", link.to().value())
                .bind("businessDate", link.businessDate())
                .bind("clearing", link.clearing())
                .execute();
    }

    private static final String SELECT =
            """
            select id, clearing_id, number, mode, business_date, from_transaction_id,
                   to_transaction_id, amount_minor, currency, hold_taken_minor,
                   reason, matched_by, matched_at
              from manual_match
            """;

    /** The steps of a record, in their order. */
    public List<Link> ofClearing(Handle handle, UUID clearing) {
        return handle.createQuery(SELECT + " where clearing_id = :clearing order by number")
                .bind("clearing", clearing)
                .map((row, context) -> read(row))
                .list();
    }

    /** The steps that led to a transaction or away from it, in their order. */
    public List<Link> ofTransaction(Handle handle, TransactionId transaction, int limit) {
        return handle.createQuery(
                        SELECT
                                + """
                                 where from_transaction_id = :transaction
                                    or to_transaction_id = :transaction
                                 order by matched_at, number
                                 limit :limit
                                """)
                .bind("transaction", transaction.value())
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list();
    }

    private static Link read(ResultSet row) throws SQLException {
        return new Link(
                Rows.uuid(row, "id"),
                Rows.uuid(row, "clearing_id"),
                row.getInt("number"),
                Rows.wire(row, "mode", Mode.class),
                row.getObject("business_date", LocalDate.class),
                new TransactionId(Rows.uuid(row, "from_transaction_id")),
                new TransactionId(Rows.uuid(row, "to_transaction_id")),
                new Money(row.getLong("amount_minor"), Rows.currency(row, "currency")),
                row.getLong("hold_taken_minor"),
                row.getString("reason"),
                row.getString("matched_by"),
                Rows.instant(row, "matched_at"));
    }

    /** True when a message about a transaction was decided after an instant. */
    public boolean messageSince(Handle handle, TransactionId transaction, Instant since) {
        return handle.createQuery(
                        """
                        select exists (select
                                         from message
                                        where transaction_id = :transaction
                                          and decided_at > :since)
                        """)
                .bind("transaction", transaction.value())
                .bind("since", since.atOffset(ZoneOffset.UTC))
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

    /** The cards of a chain. */
    public List<CardId> cards(Handle handle, UUID lineage) {
        return handle.createQuery("select id from card where lineage_id = :lineage order by id")
                .bind("lineage", lineage)
                .mapTo(UUID.class)
                .map(CardId::new)
                .list();
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
                .mapTo(UUID.class)
                .map(TransactionId::new)
                .list();
    }
}
