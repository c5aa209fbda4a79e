package dev.countersign.reconcile.store.lookup;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.card.CardRules;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.lookup.CardHit;
import dev.countersign.reconcile.domain.lookup.CustomerHit;
import dev.countersign.reconcile.domain.lookup.SpentAmounts;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.store.feed.TransactionRows;
import dev.countersign.reconcile.store.issuing.CardRulesStore;
import dev.countersign.reconcile.store.sql.KeyOrder;
import dev.countersign.reconcile.store.sql.Rows;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Finds what people ask for by one word, in every account of a mode. Each look is bounded: by an
 * index, or by how many rows it reads.
 */
public final class LookupStore {

    private static final int ROWS_SCANNED_MAX = 5_000;

    public Optional<Book> bookOf(Handle handle, TransactionId id) {
        return bookOf(handle, "transaction", id.value());
    }

    public Optional<Book> bookOf(Handle handle, CardId id) {
        return bookOf(handle, "card", id.value());
    }

    private static Optional<Book> bookOf(Handle handle, String table, UUID id) {
        return handle.select("select account_id, mode from " + table + " where id = ?", id)
                .map((row, context) -> Rows.book(row))
                .findOne();
    }

    /** True when some account of a mode has a card. */
    public boolean anyCard(Handle handle, Mode mode) {
        return handle.createQuery(
                        """
                        select exists (select
                                         from account
                                         join lateral (select
                                                         from card
                                                        where card.account_id = account.id
                                                          and card.mode = :mode
                                                        limit 1) one on true)
                        """)
                .bind("mode", mode.wire())
                .mapTo(Boolean.class)
                .one();
    }

    /**
     * Returns the transactions that were decided last, among the newest transactions. A message
     * that says it is of later today, as simulated ones may, does not stand before what is decided
     * now.
     */
    public List<Transaction> newest(Handle handle, Mode mode, int limit) {
        List<Transaction> found =
                handle.createQuery(
                                "select "
                                        + TransactionRows.COLUMNS
                                        + """
                                           from (select *
                                                   from transaction
                                                  order by id desc
                                                  limit :rows) transaction
                                          where mode = :mode
                                          order by decided_at desc, id desc
                                          limit :limit
                                          """)
                        .bind("mode", mode.wire())
                        .bind("rows", ROWS_SCANNED_MAX)
                        .bind("limit", limit)
                        .map((row, context) -> TransactionRows.read(row))
                        .list();
        return TransactionRows.withIncrements(handle, found);
    }

    /** The transactions with a reference that the network gave. */
    public List<Transaction> byNetworkReference(
            Handle handle, Mode mode, String reference, int limit) {
        return transactions(handle, "network_txn_id = :word", mode, reference, limit);
    }

    /** The transactions that were approved with a code, in small letters or capitals. */
    public List<Transaction> byApprovalCode(Handle handle, Mode mode, String code, int limit) {
        return transactions(handle, "upper(approval_code) = upper(:word)", mode, code, limit);
    }

    private static final String OF_ARN =
            """
            id in (select coalesce(line.identified_transaction_id, line.transaction_id,
                                   clearing.transaction_id)
                     from clearing
                     left join settlement_line line on line.id = clearing.id
                    where clearing.arn = :word)
            """;

    /** The transactions that a clearing record with this reference was posted to. */
    public List<Transaction> byArn(Handle handle, Mode mode, String arn, int limit) {
        return transactions(handle, OF_ARN, mode, arn, limit);
    }

    /**
     * Approval codes and ARNs stand in no order. So the planner takes it that a summary of blocks
     * can leave no block out, and would rather read them all.
     */
    private static final String BY_SUMMARY = "set local enable_seqscan = off";

    /**
     * The newest that fit. Those that do are found first, by an index, and put in order then: who
     * walks down from the newest until enough fit may read them all. From here to the end of the
     * database transaction no table is read whole that has a fitting index.
     */
    private static List<Transaction> transactions(
            Handle handle, String condition, Mode mode, String word, int limit) {
        if (!handle.isInTransaction()) {
            throw new IllegalStateException(
                    "a look says how it is planned, which holds for one database transaction");
        }
        handle.execute(BY_SUMMARY);
        List<Transaction> found =
                handle.createQuery(
                                "select "
                                        + TransactionRows.COLUMNS
                                        + " from (select * from transaction where mode = :mode and "
                                        + condition
                                        + " offset 0) transaction order by id desc limit :limit")
                        .bind("mode", mode.wire())
                        .bind("word", word)
                        .bind("limit", limit)
                        .map((row, context) -> TransactionRows.read(row))
                        .list();
        return TransactionRows.withIncrements(handle, found);
    }

    /** The transactions of some cards on a UTC day. */
    public List<Transaction> onDay(Handle handle, List<CardId> cards, LocalDate day, int limit) {
        List<Transaction> found =
                handle.createQuery(
                                "select "
                                        + TransactionRows.COLUMNS
                                        + """
                                           from transaction
                                          where card_id = any(:cards)
                                            and id >= :from
                                            and id < :before
                                          order by id desc
                                          limit :limit
                                        """)
                        .bindArray("cards", UUID.class, cards.stream().map(CardId::value).toList())
                        .bind("from", floor(day))
                        .bind("before", floor(day.plusDays(1)))
                        .bind("limit", limit)
                        .map((row, context) -> TransactionRows.read(row))
                        .list();
        return TransactionRows.withIncrements(handle, found);
    }

    private static UUID floor(LocalDate day) {
        return TimeOrderedId.floor(day.atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    /** The newest cards with these last four digits. */
    public List<CardHit> byLast4(Handle handle, Mode mode, String last4, int limit) {
        return cards(handle, "last4 = :word and mode = :mode", mode, last4, null, limit);
    }

    public List<CardHit> ofCustomer(Handle handle, Mode mode, CustomerId customer, int limit) {
        return cards(handle, "customer_id = :customer and mode = :mode", mode, "", customer, limit);
    }

    private static List<CardHit> cards(
            Handle handle,
            String condition,
            Mode mode,
            String word,
            @Nullable CustomerId customer,
            int limit) {
        return handle.createQuery(
                        "select id, customer_id as customer, last4, status, type, currency,"
                                + " cardholder_name as name from card where "
                                + condition
                                + " order by id desc limit :limit")
                .bind("mode", mode.wire())
                .bind("word", word)
                .bind("customer", customer == null ? new UUID(0, 0) : customer.value())
                .bind("limit", limit)
                .mapTo(CardHit.class)
                .list();
    }

    private static final String CUSTOMER =
            """
            select customer.id, external_id, type, status,
                   nullif(concat_ws(' ', first_name, last_name), '') as name
              from customer
            """;

    /** An index knows them by account. */
    private static final String KNOWN_TO_AN_ACCOUNT =
            """
             where customer.id in (select theirs.id
                                     from account
                                    cross join lateral (select id
                                                          from customer
                                                         where account_id = account.id
                                                           and mode = :mode
                                                           and external_id = :externalId
                                                        offset 0) theirs)
            """;

    /** The customers that their issuers know by this id. */
    public List<CustomerHit> byExternalId(Handle handle, Mode mode, String externalId) {
        return handle.createQuery(CUSTOMER + KNOWN_TO_AN_ACCOUNT)
                .bind("mode", mode.wire())
                .bind("externalId", externalId)
                .mapTo(CustomerHit.class)
                .list();
    }

    public Optional<CustomerHit> customer(Handle handle, Mode mode, CustomerId id) {
        return handle.select(CUSTOMER + " where id = ? and mode = ?", id.value(), mode.wire())
                .mapTo(CustomerHit.class)
                .findOne();
    }

    /** Finds the rules that were set on a card when a decision named this version. */
    public Optional<CardRules> rules(Handle handle, CardId card, int version) {
        return handle.createQuery(
                        "select "
                                + CardRulesStore.COLUMNS
                                + " from card_rules where card_id = :card and version = :version")
                .bind("card", card.value())
                .bind("version", version)
                .map((row, context) -> CardRulesStore.read(row))
                .findOne();
    }

    /** A version of what was set on a card, and since when. */
    public record RulesVersion(CardRules rules, Instant since) {}

    /** Returns the rules that were set on a card, the newest first. */
    public List<RulesVersion> rulesOf(Handle handle, CardId card, int limit) {
        return handle.createQuery(
                        "select "
                                + CardRulesStore.COLUMNS
                                + ", created_at from card_rules where card_id = :card"
                                + " order by version desc limit :limit")
                .bind("card", card.value())
                .bind("limit", limit)
                .map(
                        (row, context) ->
                                new RulesVersion(
                                        CardRulesStore.read(row), Rows.instant(row, "created_at")))
                .list();
    }

    private static final KeyOrder NEWEST_FIRST = KeyOrder.descending("id");

    /** The transactions of a card, the newest first, from a position on. */
    public List<Transaction> ofCard(
            Handle handle, CardId card, ListPosition<TransactionId> at, int limit) {
        Query query =
                handle.createQuery(
                                "select "
                                        + TransactionRows.COLUMNS
                                        + " from transaction where card_id = :card "
                                        + NEWEST_FIRST.page(at, ":row"))
                        .bind("card", card.value())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row().value());
        }
        List<Transaction> found = query.map((row, context) -> TransactionRows.read(row)).list();
        return TransactionRows.withIncrements(handle, at.inOrder(found));
    }

    private static final String SPENT =
            """
            select coalesce(sum(spend.amount_minor)
                              filter (where spend.created_at >= :day
                                        and spend.created_at < :dayEnd), 0) as day_minor,
                   coalesce(sum(spend.amount_minor), 0) as month_minor
              from spend
             where spend.card_id = any(:cards)
               and (spend.is_increment or spend.transaction_id >= :floor)
               and spend.created_at >= :month
               and spend.created_at < :monthEnd
            """;

    /**
     * Returns the amounts that count against the limits of a card lineage. The cards are read
     * first: only by their names, and not by a join, does the database read each part of the view
     * for them alone.
     */
    public SpentAmounts spent(Handle handle, UUID lineage, LocalDate day) {
        List<UUID> cards =
                handle.select("select id from card where lineage_id = ?", lineage)
                        .mapTo(UUID.class)
                        .list();
        LocalDate month = day.withDayOfMonth(1);
        return handle.createQuery(SPENT)
                .bindArray("cards", UUID.class, cards)
                .bind("day", day.atStartOfDay().atOffset(ZoneOffset.UTC))
                .bind("dayEnd", day.plusDays(1).atStartOfDay().atOffset(ZoneOffset.UTC))
                .bind("month", month.atStartOfDay().atOffset(ZoneOffset.UTC))
                .bind("monthEnd", month.plusMonths(1).atStartOfDay().atOffset(ZoneOffset.UTC))
                .bind("floor", floor(month))
                .mapTo(SpentAmounts.class)
                .one();
    }
}
