package dev.countersign.reconcile.store;

import static dev.countersign.reconcile.store.PgType.BIGINT;
import static dev.countersign.reconcile.store.PgType.BOOLEAN;
import static dev.countersign.reconcile.store.PgType.DATE;
import static dev.countersign.reconcile.store.PgType.INTEGER;
import static dev.countersign.reconcile.store.PgType.TEXT;
import static dev.countersign.reconcile.store.PgType.TIMESTAMPTZ;
import static dev.countersign.reconcile.store.PgType.UUID;

import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.card.Mode;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.FeedPlace;
import dev.countersign.reconcile.domain.feed.Merchant;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Amounts;
import dev.countersign.reconcile.domain.transaction.Answer;
import dev.countersign.reconcile.domain.transaction.Holder;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.Originals;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.Transaction.Increment;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.domain.transaction.Verdict;
import dev.countersign.reconcile.store.MessageStore.Known;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Card transactions and their increments. */
public final class TransactionStore {

    static final String COLUMNS =
            """
            transaction.id, transaction.identity, transaction.payload_hash, transaction.message_id,
            transaction.account_id, transaction.mode, transaction.card_id, transaction.customer_id,
            transaction.origin, transaction.type, transaction.status, transaction.amount_minor,
            transaction.currency, transaction.requested_minor, transaction.approved_minor,
            transaction.held_minor, transaction.cleared_minor, transaction.reversed_minor,
            transaction.expired_minor, transaction.refunded_minor, transaction.increments,
            transaction.merchant_amount_minor, transaction.merchant_currency, transaction.merchant_id,
            transaction.terminal_id, transaction.merchant_name, transaction.merchant_mcc,
            transaction.merchant_city, transaction.merchant_country, transaction.channel,
            transaction.network, transaction.network_txn_id, transaction.stan, transaction.rrn,
            transaction.acquirer_id, transaction.answered_minor, transaction.response_code, transaction.approval_code,
            transaction.decline_reason, transaction.decline_code, transaction.failed_checks,
            transaction.rules_version, transaction.day_used_minor, transaction.month_used_minor,
            transaction.skewed, transaction.hold_until, transaction.version,
            transaction.feed_partition, transaction.feed_offset, transaction.created_at,
            transaction.decided_at, transaction.settled_at
            """;

    private static final BulkTable<Transaction> TABLE =
            BulkTable.<Transaction>named("transaction")
                    .column("id", UUID, row -> row.id().value())
                    .column("identity", UUID, Transaction::identity)
                    .column("payload_hash", BIGINT, Transaction::payloadHash)
                    .column("message_id", UUID, Transaction::messageId)
                    .column("account_id", UUID, row -> row.holder().accountId().value())
                    .column("mode", TEXT, row -> row.holder().mode().wire())
                    .column("card_id", UUID, row -> row.holder().cardId().value())
                    .column("customer_id", UUID, row -> row.holder().customerId().value())
                    .column("origin", TEXT, row -> row.origin().wire())
                    .column("type", TEXT, row -> row.type().wire())
                    .column("status", TEXT, row -> row.status().wire())
                    .column("amount_minor", BIGINT, row -> row.amounts().shown())
                    .column("currency", TEXT, row -> row.currency().getCurrencyCode())
                    .column("requested_minor", BIGINT, row -> row.amounts().requested())
                    .column("approved_minor", BIGINT, row -> row.amounts().approved())
                    .column("held_minor", BIGINT, row -> row.amounts().held())
                    .column("cleared_minor", BIGINT, row -> row.amounts().cleared())
                    .column("reversed_minor", BIGINT, row -> row.amounts().reversed())
                    .column("expired_minor", BIGINT, row -> row.amounts().expired())
                    .column("refunded_minor", BIGINT, row -> row.amounts().refunded())
                    .column("increments", INTEGER, row -> row.increments().size())
                    .column("merchant_amount_minor", BIGINT, row -> row.merchantAmount().minor())
                    .column("merchant_currency", TEXT, row -> code(row.merchantAmount()))
                    .column("merchant_id", TEXT, row -> row.merchant().id())
                    .column("terminal_id", TEXT, row -> row.merchant().terminalId())
                    .column("merchant_name", TEXT, row -> row.merchant().name())
                    .column("merchant_mcc", TEXT, row -> row.merchant().mcc())
                    .column("merchant_city", TEXT, row -> row.merchant().city())
                    .column("merchant_country", TEXT, row -> row.merchant().country())
                    .column("channel", TEXT, row -> row.channel().wire())
                    .column("network", TEXT, row -> row.network().wire())
                    .column("network_txn_id", TEXT, Transaction::networkTxnId)
                    .column("stan", TEXT, Transaction::stan)
                    .column("rrn", TEXT, Transaction::rrn)
                    .column("acquirer_id", TEXT, Transaction::acquirerId)
                    .column("answered_minor", BIGINT, row -> row.verdict().approvedMinor())
                    .column("response_code", TEXT, row -> row.verdict().responseCode())
                    .column("approval_code", TEXT, row -> row.verdict().approvalCode())
                    .column("decline_reason", TEXT, TransactionStore::reason)
                    .column("decline_code", TEXT, row -> code(row.verdict()))
                    .column("failed_checks", TEXT, row -> Rows.codes(row.verdict().failed()))
                    .column("rules_version", INTEGER, row -> row.verdict().rulesVersion())
                    .column("day_used_minor", BIGINT, row -> row.verdict().dayUsedMinor())
                    .column("month_used_minor", BIGINT, row -> row.verdict().monthUsedMinor())
                    .column("skewed", BOOLEAN, Transaction::skewed)
                    .column("hold_until", DATE, Transaction::holdUntil)
                    .column("version", INTEGER, Transaction::version)
                    .column("feed_partition", INTEGER, row -> row.place().partition())
                    .column("feed_offset", BIGINT, row -> row.place().offset())
                    .column("created_at", TIMESTAMPTZ, Transaction::createdAt)
                    .column("decided_at", TIMESTAMPTZ, Transaction::decidedAt)
                    .column("settled_at", TIMESTAMPTZ, Transaction::settledAt)
                    .build();

    private static final String UPSERT_INCREMENTS =
            """
            insert into increment (message_id, transaction_id, card_id, amount_minor, ordinal, created_at)
            select *
              from unnest(?::text[]::uuid[], ?::text[]::uuid[], ?::text[]::uuid[],
                          ?::text[]::bigint[], ?::text[]::integer[], ?::text[]::timestamptz[])
                on conflict (transaction_id, ordinal) do update
               set amount_minor = excluded.amount_minor
            """;

    private record IncrementRow(Transaction transaction, Increment increment, int ordinal) {}

    /**
     * A changed transaction.
     *
     * @param versionBefore the version that the change was made on; any other means that somebody
     *     else was faster
     */
    public record Changed(int versionBefore, Transaction now) {}

    /** Inserts new transactions with their increments. */
    public void insert(Handle handle, List<Transaction> transactions) {
        TABLE.insert(handle, transactions);
        upsertIncrements(handle, transactions);
    }

    private static final String UPDATE =
            """
            update transaction
               set status = changed.status,
                   amount_minor = changed.amount_minor,
                   approved_minor = changed.approved_minor,
                   held_minor = changed.held_minor,
                   cleared_minor = changed.cleared_minor,
                   reversed_minor = changed.reversed_minor,
                   refunded_minor = changed.refunded_minor,
                   increments = changed.increments,
                   decline_reason = changed.decline_reason,
                   settled_at = changed.settled_at,
                   version = changed.version
              from unnest(?::text[]::uuid[], ?::text[]::integer[], ?::text[], ?::text[]::bigint[],
                          ?::text[]::bigint[], ?::text[]::bigint[], ?::text[]::bigint[],
                          ?::text[]::bigint[], ?::text[]::bigint[], ?::text[]::integer[], ?::text[],
                          ?::text[]::timestamptz[], ?::text[]::integer[])
                   as changed (id, version_before, status, amount_minor, approved_minor, held_minor,
                               cleared_minor, reversed_minor, refunded_minor, increments,
                               decline_reason, settled_at, version)
             where transaction.id = changed.id
               and transaction.version = changed.version_before
            """;

    /**
     * Writes changed transactions where nobody else changed them meanwhile.
     *
     * @return false when one was changed by somebody else; the caller rolls back
     */
    public boolean update(Handle handle, List<Changed> changes) {
        if (changes.isEmpty()) {
            return true;
        }
        int updated =
                ColumnArrays.of(changes)
                        .add(change -> change.now().id().value())
                        .add(Changed::versionBefore)
                        .add(change -> change.now().status().wire())
                        .add(change -> change.now().amounts().shown())
                        .add(change -> change.now().amounts().approved())
                        .add(change -> change.now().amounts().held())
                        .add(change -> change.now().amounts().cleared())
                        .add(change -> change.now().amounts().reversed())
                        .add(change -> change.now().amounts().refunded())
                        .add(change -> change.now().increments().size())
                        .add(change -> reason(change.now()))
                        .add(change -> change.now().settledAt())
                        .add(change -> change.now().version())
                        .update(handle, UPDATE);
        upsertIncrements(handle, changes.stream().map(Changed::now).toList());
        return updated == changes.size();
    }

    private static void upsertIncrements(Handle handle, List<Transaction> transactions) {
        List<IncrementRow> increments = new ArrayList<>();
        for (Transaction transaction : transactions) {
            for (int i = 0; i < transaction.increments().size(); i++) {
                increments.add(new IncrementRow(transaction, transaction.increments().get(i), i));
            }
        }
        if (increments.isEmpty()) {
            return;
        }
        ColumnArrays.of(increments)
                .add(row -> row.increment().messageId())
                .add(row -> row.transaction().id().value())
                .add(row -> row.transaction().holder().cardId().value())
                .add(row -> row.increment().minor())
                .add(IncrementRow::ordinal)
                .add(row -> row.increment().at())
                .update(handle, UPSERT_INCREMENTS);
    }

    /** One transaction of an account's book, if it is there. */
    public Optional<Transaction> find(
            Handle handle, AccountId account, Mode mode, TransactionId id) {
        List<Transaction> found =
                handle.createQuery(
                                "select "
                                        + COLUMNS
                                        + " from transaction where id = :id and account_id = :account and mode = :mode")
                        .bind("id", id.value())
                        .bind("account", account.value())
                        .bind("mode", mode.wire())
                        .map((row, context) -> read(row))
                        .list();
        return withIncrements(handle, found).stream().findFirst();
    }

    /**
     * Which transactions of a book are wanted; null asks for all.
     *
     * @param createdFrom at or after
     * @param createdBefore before
     */
    public record Filter(
            AccountId account,
            Mode mode,
            @Nullable CardId card,
            @Nullable CustomerId customer,
            @Nullable TransactionStatus status,
            @Nullable String currency,
            @Nullable Instant createdFrom,
            @Nullable Instant createdBefore) {}

    /** The newest that fit, older than the one given; identifiers are in the order of time. */
    public List<Transaction> list(
            Handle handle, Filter filter, @Nullable TransactionId after, int limit) {
        StringBuilder sql =
                new StringBuilder("select ")
                        .append(COLUMNS)
                        .append(" from transaction where account_id = :account and mode = :mode");
        Map<String, Object> values = new HashMap<>();
        values.put("account", filter.account().value());
        values.put("mode", filter.mode().wire());
        if (filter.card() != null) {
            sql.append(" and card_id = :card");
            values.put("card", filter.card().value());
        }
        if (filter.customer() != null) {
            sql.append(" and customer_id = :customer");
            values.put("customer", filter.customer().value());
        }
        if (filter.status() != null) {
            sql.append(" and status = :status");
            values.put("status", filter.status().wire());
        }
        if (filter.currency() != null) {
            sql.append(" and currency = :currency");
            values.put("currency", filter.currency());
        }
        if (filter.createdFrom() != null) {
            sql.append(" and created_at >= :createdFrom and id >= :fromId");
            values.put("createdFrom", filter.createdFrom().atOffset(ZoneOffset.UTC));
            values.put("fromId", TimeOrderedId.floor(filter.createdFrom()));
        }
        if (filter.createdBefore() != null) {
            sql.append(" and created_at < :createdBefore and id < :beforeId");
            values.put("createdBefore", filter.createdBefore().atOffset(ZoneOffset.UTC));
            values.put("beforeId", TimeOrderedId.floor(filter.createdBefore().plusMillis(1)));
        }
        if (after != null) {
            sql.append(" and id < :after");
            values.put("after", after.value());
        }
        sql.append(" order by id desc limit :limit");
        return withIncrements(
                handle,
                handle.createQuery(sql.toString())
                        .bindMap(values)
                        .bind("limit", limit)
                        .map((row, context) -> read(row))
                        .list());
    }

    private static final String KNOWN =
            """
            select identity, payload_hash, message_id, card_id, null as card_reference,
                   id as transaction_id, response_code, approval_code,
                   answered_minor as approved_minor, currency, decline_code, decided_at, origin
              from transaction
             where identity = any(:identities)
            """;

    /** Which of these identities made a transaction before, with the answers they got. */
    public List<Known> known(Handle handle, Collection<java.util.UUID> identities) {
        return handle.createQuery(KNOWN)
                .bindArray("identities", java.util.UUID.class, identities)
                .map((row, context) -> known(row))
                .list();
    }

    /** Advices and refunds are not answered. */
    private static Known known(ResultSet row) throws SQLException {
        Origin origin = Rows.wire(row, "origin", Origin.class);
        boolean answered =
                origin == Origin.REQUEST
                        || origin == Origin.SINGLE_MESSAGE
                        || origin == Origin.REFUND_REQUEST
                        || origin == Origin.INCREMENT;
        DeclineCode code = Rows.wireOrNull(row, "decline_code", DeclineCode.class);
        Answer answer =
                new Answer(
                        Rows.uuid(row, "message_id"),
                        new CardId(Rows.uuid(row, "card_id")).toString(),
                        new TransactionId(Rows.uuid(row, "transaction_id")),
                        row.getLong("approved_minor"),
                        row.getString("currency"),
                        row.getString("response_code"),
                        row.getString("approval_code"),
                        code == null ? null : code.reason(),
                        Rows.instant(row, "decided_at"));
        return new Known(
                Rows.uuid(row, "identity"),
                row.getLong("payload_hash"),
                answered ? answer : null,
                false);
    }

    /** A transaction that a message refers to: by its id, or by what the network calls it. */
    public record Wanted(CardId card, @Nullable TransactionId id, @Nullable Originals original) {

        private java.util.UUID floor() {
            return TimeOrderedId.floor(
                    original == null
                            ? Instant.EPOCH
                            : original.originalAt().minus(Originals.REACH));
        }
    }

    private static final String WANTED =
            """
            select distinct
            """
                    + COLUMNS
                    + """
              from unnest(?::text[]::uuid[], ?::text[]::uuid[], ?::text[], ?::text[], ?::text[],
                          ?::text[]::uuid[])
                   as wanted (card_id, id, network_txn_id, stan, acquirer_id, floor)
              join transaction
                on transaction.card_id = wanted.card_id
               and transaction.id >= wanted.floor
               and (transaction.id = wanted.id
                    or transaction.network_txn_id = wanted.network_txn_id
                    or (wanted.network_txn_id is null
                        and transaction.stan = wanted.stan
                        and transaction.acquirer_id = wanted.acquirer_id))
             order by transaction.id
            """;

    /** The transactions that messages refer to, oldest first; what is not there is left out. */
    public List<Transaction> wanted(Handle handle, List<Wanted> wanted) {
        if (wanted.isEmpty()) {
            return List.of();
        }
        List<Transaction> found =
                ColumnArrays.of(wanted)
                        .add(row -> row.card().value())
                        .add(row -> row.id() == null ? null : row.id().value())
                        .add(row -> row.original() == null ? null : row.original().networkTxnId())
                        .add(row -> row.original() == null ? null : row.original().stan())
                        .add(row -> row.original() == null ? null : row.original().acquirerId())
                        .add(Wanted::floor)
                        .query(handle, WANTED, TransactionStore::read);
        return withIncrements(handle, found);
    }

    /** Fetches increments for those that have some. */
    static List<Transaction> withIncrements(Handle handle, List<Transaction> transactions) {
        List<java.util.UUID> grown =
                transactions.stream()
                        .filter(transaction -> !transaction.increments().isEmpty())
                        .map(transaction -> transaction.id().value())
                        .toList();
        if (grown.isEmpty()) {
            return transactions;
        }
        Map<java.util.UUID, List<Increment>> byTransaction = new HashMap<>();
        handle.createQuery(
                        """
                        select transaction_id, message_id, amount_minor, created_at
                          from increment
                         where transaction_id = any(:ids)
                         order by transaction_id, ordinal
                        """)
                .bindArray("ids", java.util.UUID.class, grown)
                .map(
                        (row, context) -> {
                            byTransaction
                                    .computeIfAbsent(
                                            Rows.uuid(row, "transaction_id"),
                                            id -> new ArrayList<>())
                                    .add(
                                            new Increment(
                                                    Rows.uuid(row, "message_id"),
                                                    row.getLong("amount_minor"),
                                                    Rows.instant(row, "created_at")));
                            return 1;
                        })
                .list();
        return transactions.stream()
                .map(
                        transaction ->
                                transaction.withIncrements(
                                        byTransaction.getOrDefault(
                                                transaction.id().value(), List.of())))
                .toList();
    }

    /** Reads a row; increments are still only counted, see {@link #withIncrements}. */
    static Transaction read(ResultSet row) throws SQLException {
        Verdict verdict =
                new Verdict(
                        row.getLong("answered_minor"),
                        row.getString("response_code"),
                        row.getString("approval_code"),
                        Rows.wireOrNull(row, "decline_code", DeclineCode.class),
                        Rows.codes(row, "failed_checks"),
                        row.getInt("rules_version"),
                        row.getLong("day_used_minor"),
                        row.getLong("month_used_minor"));
        return new Transaction(
                new TransactionId(Rows.uuid(row, "id")),
                Rows.uuid(row, "identity"),
                row.getLong("payload_hash"),
                Rows.uuid(row, "message_id"),
                new Holder(
                        new AccountId(Rows.uuid(row, "account_id")),
                        Rows.wire(row, "mode", Mode.class),
                        new CardId(Rows.uuid(row, "card_id")),
                        new CustomerId(Rows.uuid(row, "customer_id"))),
                Rows.wire(row, "origin", Origin.class),
                Rows.wire(row, "type", TransactionType.class),
                Rows.wire(row, "status", TransactionStatus.class),
                new Amounts(
                        row.getLong("amount_minor"),
                        row.getLong("requested_minor"),
                        row.getLong("approved_minor"),
                        row.getLong("held_minor"),
                        row.getLong("cleared_minor"),
                        row.getLong("reversed_minor"),
                        row.getLong("expired_minor"),
                        row.getLong("refunded_minor")),
                Rows.currency(row, "currency"),
                unread(row.getInt("increments")),
                new Money(
                        row.getLong("merchant_amount_minor"),
                        Rows.currency(row, "merchant_currency")),
                new Merchant(
                        row.getString("merchant_id"),
                        row.getString("terminal_id"),
                        row.getString("merchant_name"),
                        row.getString("merchant_mcc"),
                        row.getString("merchant_city"),
                        row.getString("merchant_country")),
                Rows.wire(row, "channel", Channel.class),
                Rows.wire(row, "network", Network.class),
                row.getString("network_txn_id"),
                row.getString("stan"),
                row.getString("rrn"),
                row.getString("acquirer_id"),
                verdict,
                row.getBoolean("skewed"),
                row.getObject("hold_until", LocalDate.class),
                row.getInt("version"),
                new FeedPlace(row.getInt("feed_partition"), row.getLong("feed_offset")),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "decided_at"),
                Rows.instantOrNull(row, "settled_at"));
    }

    /** Placeholders for increments whose rows are read next. */
    private static List<Increment> unread(int count) {
        return Collections.nCopies(
                count, new Increment(new java.util.UUID(0, 0), 0, Instant.EPOCH));
    }

    private static @Nullable String reason(Transaction transaction) {
        DeclineReason reason = transaction.declineReason();
        return reason == null ? null : reason.wire();
    }

    private static @Nullable String code(Verdict verdict) {
        DeclineCode code = verdict.declinedFor();
        return code == null ? null : code.wire();
    }

    private static String code(Money money) {
        return money.currency().getCurrencyCode();
    }
}
