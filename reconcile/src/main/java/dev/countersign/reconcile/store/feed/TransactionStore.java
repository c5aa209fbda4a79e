package dev.countersign.reconcile.store.feed;

import static dev.countersign.reconcile.store.sql.PgType.BIGINT;
import static dev.countersign.reconcile.store.sql.PgType.BOOLEAN;
import static dev.countersign.reconcile.store.sql.PgType.DATE;
import static dev.countersign.reconcile.store.sql.PgType.INTEGER;
import static dev.countersign.reconcile.store.sql.PgType.TEXT;
import static dev.countersign.reconcile.store.sql.PgType.TIMESTAMPTZ;
import static dev.countersign.reconcile.store.sql.PgType.UUID;

import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.DecisionRecord;
import dev.countersign.reconcile.domain.transaction.Hold.Increment;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.OriginalReference;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.store.sql.BulkTable;
import dev.countersign.reconcile.store.sql.ColumnArrays;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Card transactions and their increments. */
public final class TransactionStore {

    private static final BulkTable<Transaction> TABLE =
            BulkTable.<Transaction>named("transaction")
                    .column("id", UUID, row -> row.id().value())
                    .column("identity", UUID, row -> row.message().identity())
                    .column("payload_hash", BIGINT, row -> row.message().payloadHash())
                    .column("message_id", UUID, row -> row.message().messageId())
                    .column("account_id", UUID, row -> row.owner().accountId().value())
                    .column("mode", TEXT, row -> row.owner().mode().wire())
                    .column("card_id", UUID, row -> row.owner().cardId().value())
                    .column("customer_id", UUID, row -> row.owner().customerId().value())
                    .column("origin", TEXT, row -> row.origin().wire())
                    .column("type", TEXT, row -> row.type().wire())
                    .column("status", TEXT, row -> row.status().wire())
                    .column("amount_minor", BIGINT, row -> row.amounts().displayAmount())
                    .column("currency", TEXT, row -> row.currency().getCurrencyCode())
                    .column("requested_minor", BIGINT, row -> row.amounts().requested())
                    .column("approved_minor", BIGINT, row -> row.amounts().approved())
                    .column("held_minor", BIGINT, row -> row.amounts().held())
                    .column("cleared_minor", BIGINT, row -> row.amounts().cleared())
                    .column("reversed_minor", BIGINT, row -> row.amounts().reversed())
                    .column("expired_minor", BIGINT, row -> row.amounts().expired())
                    .column("refunded_minor", BIGINT, row -> row.amounts().refunded())
                    .column("increments", INTEGER, row -> row.hold().increments().size())
                    .column("merchant_amount_minor", BIGINT, row -> row.claim().amount().minor())
                    .column("merchant_currency", TEXT, row -> code(row.claim().amount()))
                    .column("merchant_id", TEXT, row -> row.claim().merchant().id())
                    .column("terminal_id", TEXT, row -> row.claim().merchant().terminalId())
                    .column("merchant_name", TEXT, row -> row.claim().merchant().name())
                    .column("merchant_mcc", TEXT, row -> row.claim().merchant().mcc())
                    .column("merchant_city", TEXT, row -> row.claim().merchant().city())
                    .column("merchant_country", TEXT, row -> row.claim().merchant().country())
                    .column("channel", TEXT, row -> row.claim().channel().wire())
                    .column("network", TEXT, row -> row.network().wire())
                    .column("network_txn_id", TEXT, row -> row.keys().networkTxnId())
                    .column("stan", TEXT, row -> row.keys().stan())
                    .column("rrn", TEXT, row -> row.keys().rrn())
                    .column("acquirer_id", TEXT, row -> row.keys().acquirerId())
                    .column("decided_minor", BIGINT, row -> row.decision().approvedMinor())
                    .column("response_code", TEXT, row -> row.decision().responseCode())
                    .column("approval_code", TEXT, row -> row.decision().approvalCode())
                    .column("decline_reason", TEXT, TransactionStore::reason)
                    .column("decline_code", TEXT, row -> code(row.decision()))
                    .column("failed_checks", TEXT, row -> Rows.codes(row.decision().failed()))
                    .column("rules_version", INTEGER, row -> row.decision().rulesVersion())
                    .column("day_used_minor", BIGINT, row -> row.decision().dayUsedMinor())
                    .column("month_used_minor", BIGINT, row -> row.decision().monthUsedMinor())
                    .column("skewed", BOOLEAN, Transaction::skewed)
                    .column("hold_until", DATE, row -> row.hold().until())
                    .column("version", INTEGER, Transaction::version)
                    .column("feed_partition", INTEGER, row -> row.message().offset().partition())
                    .column("feed_offset", BIGINT, row -> row.message().offset().offset())
                    .column("created_at", TIMESTAMPTZ, Transaction::createdAt)
                    .column("decided_at", TIMESTAMPTZ, Transaction::decidedAt)
                    .column("settled_at", TIMESTAMPTZ, Transaction::settledAt)
                    .column("merchant_authorized_minor", BIGINT, row -> row.hold().merchantMinor())
                    .column("merchant_cleared_minor", BIGINT, row -> row.hold().merchantCleared())
                    .column(
                            "replacement_stated_at",
                            TIMESTAMPTZ,
                            row -> row.hold().replacementStatedAt())
                    .column("funding_id", UUID, TransactionStore::funding)
                    .build();

    private static final String UPSERT_INCREMENTS =
            """
            insert into increment (message_id, transaction_id, card_id, amount_minor, ordinal, created_at)
            select *
              from unnest(?::text[]::uuid[], ?::text[]::uuid[], ?::text[]::uuid[],
                          ?::text[]::bigint[], ?::text[]::integer[], ?::text[]::timestamptz[])
                on conflict (transaction_id, ordinal) do update
               set message_id = excluded.message_id,
                   amount_minor = excluded.amount_minor,
                   created_at = excluded.created_at
            """;

    private record IncrementRow(Transaction transaction, Increment increment, int ordinal) {}

    /**
     * A changed transaction.
     *
     * @param versionBefore the version that the change was made on; any other means that somebody
     *     else was faster
     */
    public record ChangedRow(int versionBefore, Transaction now) {}

    /** Inserts new transactions with their increments. */
    public void insert(Handle handle, List<Transaction> transactions) {
        TABLE.insert(handle, transactions);
        upsertIncrements(handle, transactions);
    }

    private static final String UPDATE =
            """
            update transaction
               set origin = changed.origin,
                   status = changed.status,
                   amount_minor = changed.amount_minor,
                   approved_minor = changed.approved_minor,
                   held_minor = changed.held_minor,
                   cleared_minor = changed.cleared_minor,
                   reversed_minor = changed.reversed_minor,
                   expired_minor = changed.expired_minor,
                   refunded_minor = changed.refunded_minor,
                   increments = changed.increments,
                   decline_reason = changed.decline_reason,
                   settled_at = changed.settled_at,
                   hold_until = changed.hold_until,
                   merchant_authorized_minor = changed.merchant_authorized_minor,
                   merchant_cleared_minor = changed.merchant_cleared_minor,
                   replacement_stated_at = changed.replacement_stated_at,
                   version = changed.version
              from unnest(?::text[]::uuid[], ?::text[]::integer[], ?::text[], ?::text[],
                          ?::text[]::bigint[], ?::text[]::bigint[], ?::text[]::bigint[],
                          ?::text[]::bigint[], ?::text[]::bigint[], ?::text[]::bigint[],
                          ?::text[]::bigint[], ?::text[]::integer[], ?::text[],
                          ?::text[]::timestamptz[], ?::text[]::date[], ?::text[]::bigint[],
                          ?::text[]::bigint[], ?::text[]::timestamptz[], ?::text[]::integer[])
                   as changed (id, version_before, origin, status, amount_minor, approved_minor, held_minor,
                               cleared_minor, reversed_minor, expired_minor, refunded_minor,
                               increments, decline_reason, settled_at, hold_until,
                               merchant_authorized_minor, merchant_cleared_minor,
                               replacement_stated_at, version)
             where transaction.id = changed.id
               and transaction.version = changed.version_before
            """;

    /**
     * Writes changed transactions where nobody else changed them meanwhile.
     *
     * @return false when another writer changed one; the caller rolls back
     */
    public boolean update(Handle handle, List<ChangedRow> changes) {
        if (changes.isEmpty()) {
            return true;
        }
        int updated =
                ColumnArrays.of(changes)
                        .add(change -> change.now().id().value())
                        .add(ChangedRow::versionBefore)
                        .add(change -> change.now().origin().wire())
                        .add(change -> change.now().status().wire())
                        .add(change -> change.now().amounts().displayAmount())
                        .add(change -> change.now().amounts().approved())
                        .add(change -> change.now().amounts().held())
                        .add(change -> change.now().amounts().cleared())
                        .add(change -> change.now().amounts().reversed())
                        .add(change -> change.now().amounts().expired())
                        .add(change -> change.now().amounts().refunded())
                        .add(change -> change.now().hold().increments().size())
                        .add(change -> reason(change.now()))
                        .add(change -> change.now().settledAt())
                        .add(change -> change.now().hold().until())
                        .add(change -> change.now().hold().merchantMinor())
                        .add(change -> change.now().hold().merchantCleared())
                        .add(change -> change.now().hold().replacementStatedAt())
                        .add(change -> change.now().version())
                        .update(handle, UPDATE);
        upsertIncrements(handle, changes.stream().map(ChangedRow::now).toList());
        return updated == changes.size();
    }

    private static void upsertIncrements(Handle handle, List<Transaction> transactions) {
        List<IncrementRow> increments = new ArrayList<>();
        for (Transaction transaction : transactions) {
            for (int i = 0; i < transaction.hold().increments().size(); i++) {
                increments.add(
                        new IncrementRow(transaction, transaction.hold().increments().get(i), i));
            }
        }
        if (increments.isEmpty()) {
            return;
        }
        ColumnArrays.of(increments)
                .add(row -> row.increment().messageId())
                .add(row -> row.transaction().id().value())
                .add(row -> row.transaction().owner().cardId().value())
                .add(row -> row.increment().minor())
                .add(IncrementRow::ordinal)
                .add(row -> row.increment().at())
                .update(handle, UPSERT_INCREMENTS);
    }

    private static final String KNOWN =
            "with asked as materialized (select * from unnest(?::text[]::uuid[], ?::text[],"
                    + " ?::text[]::uuid[]) as asked (identity, name, card_id)) "
                    + known("network_txn_id = asked.name")
                    + " union all "
                    + known("asked.name is null and network_txn_id is null");

    /** By key, however many rows the planner believes there are: "offset 0" keeps it a look-up. */
    private static String known(String sameName) {
        return """
               select found.*
                 from asked
                cross join lateral (
                          select identity, payload_hash, message_id, card_id,
                                 null as card_reference, id as transaction_id, response_code,
                                 approval_code, decided_minor as approved_minor, currency,
                                 decline_code, decided_at, origin, feed_partition, feed_offset
                            from transaction
                           where %s
                             and card_id = asked.card_id
                             and identity = asked.identity
                          offset 0) found
               """
                .formatted(sameName);
    }

    /**
     * Returns those of these messages that made a transaction before, with the answers they got.
     */
    public List<MessageStore.ProcessedMessage> known(Handle handle, Collection<FeedEntry> entries) {
        return ColumnArrays.of(List.copyOf(entries))
                .add(FeedEntry::identity)
                .add(FeedEntry::networkTxnId)
                .add(entry -> entry.cardId() == null ? null : entry.cardId().value())
                .query(handle, KNOWN, TransactionStore::known);
    }

    /** Advices and refunds are not answered. */
    private static MessageStore.ProcessedMessage known(ResultSet row) throws SQLException {
        Origin origin = Rows.wire(row, "origin", Origin.class);
        boolean answered =
                origin == Origin.REQUEST
                        || origin == Origin.SINGLE_MESSAGE
                        || origin == Origin.REFUND_REQUEST
                        || origin == Origin.INCREMENT;
        DeclineCode code = Rows.wireOrNull(row, "decline_code", DeclineCode.class);
        Decision answer =
                new Decision(
                        Rows.uuid(row, "message_id"),
                        new CardId(Rows.uuid(row, "card_id")).toString(),
                        new TransactionId(Rows.uuid(row, "transaction_id")),
                        row.getLong("approved_minor"),
                        row.getString("currency"),
                        row.getString("response_code"),
                        row.getString("approval_code"),
                        code == null ? null : code.reason(),
                        Rows.instant(row, "decided_at"),
                        null);
        return new MessageStore.ProcessedMessage(
                Rows.uuid(row, "identity"),
                row.getLong("payload_hash"),
                Rows.feedOffset(row),
                answered ? answer : null);
    }

    /**
     * The reference of a message: a transaction by its id, or by what the network calls it. For a
     * refund it covers all transactions that wait for one, since the refund may name its own by
     * less than that.
     *
     * @param floor the oldest id that is looked at
     */
    public record TransactionReference(
            CardId card,
            @Nullable TransactionId id,
            @Nullable OriginalReference original,
            boolean openRefunds,
            java.util.UUID floor) {

        /** The one that a message made which came early. */
        public static TransactionReference made(CardId card, @Nullable TransactionId id) {
            return new TransactionReference(
                    card, id, null, false, TimeOrderedId.floor(Instant.EPOCH));
        }

        /** Returns the reference that a message names. */
        public static TransactionReference named(CardId card, OriginalReference original) {
            return new TransactionReference(
                    card, null, original, false, reach(original.originalAt()));
        }

        /** All refunds of a card that wait for theirs. */
        public static TransactionReference openRefunds(CardId card, Instant refundedAt) {
            return new TransactionReference(card, null, null, true, reach(refundedAt));
        }

        /** Tells whether it may be about a transaction; what it is about, the rule says later. */
        public boolean mayBe(Transaction transaction) {
            return card.equals(transaction.owner().cardId())
                    && (transaction.id().equals(id)
                            || (openRefunds && transaction.type() == TransactionType.REFUND)
                            || (original != null && original.sharesKeyWith(transaction)));
        }

        private static java.util.UUID reach(Instant at) {
            return TimeOrderedId.floor(at.minus(OriginalReference.REACH));
        }

        private @Nullable String lifecycle() {
            return original == null ? null : original.keys().networkTxnId();
        }

        /** The STAN, where it tells anything. */
        private @Nullable String stan() {
            return original == null ? null : original.matchingKeys().stan();
        }

        private @Nullable String acquirer() {
            return original == null ? null : original.keys().acquirerId();
        }

        /** An end of the time in which a STAN means the same transaction. */
        private java.util.@Nullable UUID around(Duration from) {
            return original == null ? null : TimeOrderedId.floor(original.originalAt().plus(from));
        }
    }

    /**
     * Each name by its own index, so that a card with many transactions costs no more than another;
     * "offset 0" keeps it so, however few rows the planner believes there are.
     */
    private static final String WANTED =
            """
            select distinct
            """
                    + TransactionRows.COLUMNS
                    + """
              from unnest(?::text[]::uuid[], ?::text[]::uuid[], ?::text[], ?::text[], ?::text[],
                          ?::text[]::boolean[], ?::text[]::uuid[], ?::text[]::uuid[], ?::text[]::uuid[])
                   as wanted (card_id, id, lifecycle, stan, acquirer_id, open_refunds, floor,
                              stan_from, stan_to)
             cross join lateral (
                   select *
                     from transaction
                    where id = wanted.id
                      and card_id = wanted.card_id
                   union all
                   select *
                     from transaction
                    where network_txn_id = wanted.lifecycle
                      and card_id = wanted.card_id
                      and id >= wanted.floor
                   union all
                   select *
                     from transaction
                    where wanted.stan is not null
                      and card_id = wanted.card_id
                      and id >= wanted.stan_from
                      and id < wanted.stan_to
                      and stan = wanted.stan
                      and acquirer_id = wanted.acquirer_id
                      and (wanted.lifecycle is null or network_txn_id is null)
                   union all
                   select *
                     from transaction
                    where wanted.open_refunds
                      and card_id = wanted.card_id
                      and id >= wanted.floor
                      and type = 'refund'
                      and status = 'authorized'
                   offset 0) transaction
             order by transaction.id
            """;

    /** The transactions that messages refer to, oldest first; what is not there is left out. */
    public List<Transaction> wanted(Handle handle, List<TransactionReference> wanted) {
        if (wanted.isEmpty()) {
            return List.of();
        }
        Duration life = OriginalReference.STAN_LIFE;
        List<Transaction> found =
                ColumnArrays.of(wanted)
                        .add(row -> row.card().value())
                        .add(row -> row.id() == null ? null : row.id().value())
                        .add(TransactionReference::lifecycle)
                        .add(TransactionReference::stan)
                        .add(TransactionReference::acquirer)
                        .add(TransactionReference::openRefunds)
                        .add(TransactionReference::floor)
                        .add(row -> row.around(life.negated()))
                        .add(row -> row.around(life.plusMillis(1)))
                        .query(handle, WANTED, TransactionRows::read);
        return TransactionRows.withIncrements(handle, found);
    }

    private static final String CANDIDATES =
            "select "
                    + TransactionRows.COLUMNS
                    + """
                      from card
                      join transaction
                        on transaction.card_id = card.id
                       and transaction.id >= :floor
                     where card.lineage_id = any(:lineages)
                       and (transaction.status in ('authorized', 'reversed')
                            or transaction.held_minor > 0
                            or transaction.network_txn_id = any(:lifecycles)
                            or transaction.rrn = any(:references))
                    union
                    select
                    """
                    + TransactionRows.COLUMNS
                    + """
                      from transaction
                     where transaction.id = any(:ids)
                    union
                    select
                    """
                    + TransactionRows.COLUMNS
                    + """
                      from card
                      join transaction
                        on transaction.card_id = card.id
                       and transaction.id < :floor
                     where cardinality(:refunded) > 0
                       and card.lineage_id = any(:lineages)
                       and transaction.network_txn_id = any(:refunded)
                    """;

    /**
     * The transactions that clearing records of these chains of cards may belong to: what can still
     * be cleared, and whatever else the records name.
     *
     * @param floor the oldest id that is looked at
     * @param lifecycles what the network calls them
     * @param references retrieval references
     * @param refunded of the names those of purchases that are refunded, however old
     * @param ids others that are wanted, however old
     */
    public List<Transaction> candidates(
            Handle handle,
            Collection<java.util.UUID> lineages,
            java.util.UUID floor,
            Collection<String> lifecycles,
            Collection<String> references,
            Collection<String> refunded,
            Collection<java.util.UUID> ids) {
        List<Transaction> found =
                handle.createQuery(CANDIDATES)
                        .bindArray("lineages", java.util.UUID.class, lineages)
                        .bind("floor", floor)
                        .bindArray("lifecycles", String.class, lifecycles)
                        .bindArray("references", String.class, references)
                        .bindArray("refunded", String.class, refunded)
                        .bindArray("ids", java.util.UUID.class, ids)
                        .map((row, context) -> TransactionRows.read(row))
                        .list();
        return TransactionRows.withIncrements(handle, found);
    }

    private static final String OF_LIFECYCLES =
            "select "
                    + TransactionRows.COLUMNS
                    + """
                      from card
                      join transaction on transaction.card_id = card.id
                     where card.lineage_id = any(:lineages)
                       and transaction.network_txn_id = any(:lifecycles)
                    """;

    /**
     * All transactions of these chains of cards that belong to some lifecycles, however old.
     *
     * @param lifecycles what the network calls them
     */
    public List<Transaction> ofLifecycles(
            Handle handle, Collection<java.util.UUID> lineages, Collection<String> lifecycles) {
        List<Transaction> found =
                handle.createQuery(OF_LIFECYCLES)
                        .bindArray("lineages", java.util.UUID.class, lineages)
                        .bindArray("lifecycles", String.class, lifecycles)
                        .map((row, context) -> TransactionRows.read(row))
                        .list();
        return TransactionRows.withIncrements(handle, found);
    }

    /** Transactions by their ids, however old. */
    public List<Transaction> load(Handle handle, Collection<java.util.UUID> ids) {
        return candidates(
                handle,
                List.of(),
                TimeOrderedId.floor(Instant.EPOCH),
                List.of(),
                List.of(),
                List.of(),
                ids);
    }

    /**
     * Makes whoever else locks or changes these transactions wait until this database transaction
     * has ended. They are locked in the order of their ids, so that nobody waits for one who waits.
     */
    public void lock(Handle handle, Collection<TransactionId> ids) {
        var unused =
                handle.createQuery(
                                """
                                select id
                                  from transaction
                                 where id = any(:ids)
                                 order by id
                                   for no key update
                                """)
                        .bindArray(
                                "ids",
                                java.util.UUID.class,
                                ids.stream().map(TransactionId::value).toList())
                        .mapTo(java.util.UUID.class)
                        .list();
    }

    private static java.util.@Nullable UUID funding(Transaction transaction) {
        FundingId funding = transaction.owner().funding();
        return funding == null ? null : funding.value();
    }

    private static @Nullable String reason(Transaction transaction) {
        DeclineReason reason = transaction.declineReason();
        return reason == null ? null : reason.wire();
    }

    private static @Nullable String code(DecisionRecord decision) {
        DeclineCode code = decision.declinedFor();
        return code == null ? null : code.wire();
    }

    private static String code(Money money) {
        return money.currency().getCurrencyCode();
    }
}
