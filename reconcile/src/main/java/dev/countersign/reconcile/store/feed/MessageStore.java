package dev.countersign.reconcile.store.feed;

import static dev.countersign.reconcile.store.sql.PgType.BIGINT;
import static dev.countersign.reconcile.store.sql.PgType.INTEGER;
import static dev.countersign.reconcile.store.sql.PgType.JSONB;
import static dev.countersign.reconcile.store.sql.PgType.TEXT;
import static dev.countersign.reconcile.store.sql.PgType.TIMESTAMPTZ;
import static dev.countersign.reconcile.store.sql.PgType.UUID;

import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.CardActivity;
import dev.countersign.reconcile.domain.feed.CardReference;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.feed.MessageHeader;
import dev.countersign.reconcile.domain.feed.NetworkMessage;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.RecordedMessage;
import dev.countersign.reconcile.store.sql.BulkTable;
import dev.countersign.reconcile.store.sql.ColumnArrays;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Messages beside the requests that made transactions, and the answers they got. */
public final class MessageStore {

    private static final BulkTable<RecordedMessage> TABLE =
            BulkTable.<RecordedMessage>named("message")
                    .column(
                            "id",
                            UUID,
                            row -> TimeOrderedId.of(header(row).at(), row.entry().identity()))
                    .column("identity", UUID, row -> row.entry().identity())
                    .column("payload_hash", BIGINT, row -> row.entry().payloadHash())
                    .column("message_id", UUID, row -> header(row).messageId())
                    .column("kind", TEXT, row -> row.entry().message().kind().wire())
                    .column("network", TEXT, row -> header(row).network().wire())
                    .column("account_id", UUID, MessageStore::account)
                    .column("mode", TEXT, MessageStore::mode)
                    .column("card_id", UUID, MessageStore::card)
                    .column("card_reference", TEXT, MessageStore::cardReference)
                    .column("transaction_id", UUID, MessageStore::transaction)
                    .column("outcome", TEXT, row -> row.outcome().wire())
                    .column("amount_minor", BIGINT, MessageStore::amount)
                    .column("currency", TEXT, MessageStore::currency)
                    .column(
                            "response_code",
                            TEXT,
                            row -> row.answer() == null ? null : row.answer().responseCode())
                    .column(
                            "approval_code",
                            TEXT,
                            row -> row.answer() == null ? null : row.answer().approvalCode())
                    .column("approved_minor", BIGINT, MessageStore::approved)
                    .column("decline_reason", TEXT, MessageStore::reason)
                    .column("decline_code", TEXT, MessageStore::code)
                    .column("failed_checks", TEXT, row -> Rows.codes(row.failed()))
                    .column("merchant_amount_minor", BIGINT, MessageStore::merchantAmount)
                    .column("merchant_currency", TEXT, MessageStore::merchantCurrency)
                    .column("payload", JSONB, MessageStore::payload)
                    .column("feed_partition", INTEGER, row -> row.entry().offset().partition())
                    .column("feed_offset", BIGINT, row -> row.entry().offset().offset())
                    .column("created_at", TIMESTAMPTZ, row -> header(row).at())
                    .column("decided_at", TIMESTAMPTZ, RecordedMessage::decidedAt)
                    .column(
                            "available_minor",
                            BIGINT,
                            row -> row.answer() == null ? null : row.answer().availableMinor())
                    .build();

    /**
     * A message that was read before.
     *
     * @param offset where it stands, or what ended its waiting
     * @param answer null where none was given, or none yet
     */
    public record ProcessedMessage(
            java.util.UUID identity,
            long payloadHash,
            FeedOffset offset,
            @Nullable Decision answer) {}

    public void insert(Handle handle, List<RecordedMessage> messages) {
        TABLE.insert(handle, messages);
    }

    private static final String RESOLVE =
            """
            update message
               set outcome = decided.outcome,
                   transaction_id = decided.transaction_id,
                   response_code = decided.response_code,
                   approval_code = decided.approval_code,
                   approved_minor = decided.approved_minor,
                   decline_reason = decided.decline_reason,
                   decline_code = decided.decline_code,
                   failed_checks = decided.failed_checks,
                   feed_partition = decided.feed_partition,
                   feed_offset = decided.feed_offset,
                   decided_at = decided.decided_at
              from unnest(?::text[]::uuid[], ?::text[], ?::text[]::uuid[], ?::text[], ?::text[],
                          ?::text[]::bigint[], ?::text[], ?::text[], ?::text[], ?::text[]::integer[],
                          ?::text[]::bigint[], ?::text[]::timestamptz[])
                   as decided (identity, outcome, transaction_id, response_code, approval_code,
                               approved_minor, decline_reason, decline_code, failed_checks,
                               feed_partition, feed_offset, decided_at)
             where message.identity = decided.identity
            """;

    /**
     * Writes the answers of messages that waited. Each then stands where the message does that
     * ended its waiting: a later read of that range finds its answer there.
     */
    public void resolve(Handle handle, List<RecordedMessage> resolved) {
        if (resolved.isEmpty()) {
            return;
        }
        ColumnArrays.of(resolved)
                .add(row -> row.entry().identity())
                .add(row -> row.outcome().wire())
                .add(MessageStore::transaction)
                .add(row -> answer(row).responseCode())
                .add(row -> answer(row).approvalCode())
                .add(row -> answer(row).approvedMinor())
                .add(MessageStore::reason)
                .add(MessageStore::code)
                .add(row -> Rows.codes(row.failed()))
                .add(row -> endedWaiting(row).partition())
                .add(row -> endedWaiting(row).offset())
                .add(RecordedMessage::decidedAt)
                .update(handle, RESOLVE);
    }

    private static Decision answer(RecordedMessage row) {
        return Objects.requireNonNull(row.answer(), "a decided message has an answer");
    }

    private static FeedOffset endedWaiting(RecordedMessage row) {
        return Objects.requireNonNull(row.resolvedAt(), "the message waited");
    }

    private static final String KNOWN_MESSAGES =
            """
            select identity, payload_hash, message_id, card_id, card_reference, transaction_id,
                   response_code, approval_code, approved_minor, currency, decline_reason, decided_at,
                   feed_partition, feed_offset, available_minor
              from message
             where identity = any(:identities)
            """;

    /**
     * Returns those of these identities that were read before as messages of their own, with their
     * answers.
     */
    public List<ProcessedMessage> knownMessages(
            Handle handle, Collection<java.util.UUID> identities) {
        return handle.createQuery(KNOWN_MESSAGES)
                .bindArray("identities", java.util.UUID.class, identities)
                .map((row, context) -> known(row))
                .list();
    }

    private static final String RESOLVED_BETWEEN =
            """
            select identity, payload_hash, message_id, card_id, card_reference, transaction_id,
                   response_code, approval_code, approved_minor, currency, decline_reason, decided_at,
                   feed_partition, feed_offset, available_minor
              from message
             where card_id = any(:cards)
               and kind = 'incremental_authorization'
               and response_code is not null
               and feed_partition = :partition
               and feed_offset between :first and :last
             order by feed_offset
            """;

    /**
     * Increments of these cards that were decided by the messages of a range of the feed: their
     * answers went out, or should have, with that range.
     */
    public List<ProcessedMessage> increments(
            Handle handle, Collection<java.util.UUID> cards, int partition, long first, long last) {
        return handle.createQuery(RESOLVED_BETWEEN)
                .bindArray("cards", java.util.UUID.class, cards)
                .bind("partition", partition)
                .bind("first", first)
                .bind("last", last)
                .map((row, context) -> known(row))
                .list();
    }

    static ProcessedMessage known(ResultSet row) throws SQLException {
        String responseCode = row.getString("response_code");
        java.util.UUID identity = Rows.uuid(row, "identity");
        if (responseCode == null) {
            return new ProcessedMessage(
                    identity, row.getLong("payload_hash"), Rows.feedOffset(row), null);
        }
        java.util.UUID transaction = Rows.uuidOrNull(row, "transaction_id");
        String reference = row.getString("card_reference");
        Decision answer =
                new Decision(
                        Rows.uuid(row, "message_id"),
                        reference == null
                                ? new CardId(Rows.uuid(row, "card_id")).toString()
                                : reference,
                        transaction == null ? null : new TransactionId(transaction),
                        row.getLong("approved_minor"),
                        row.getString("currency"),
                        responseCode,
                        row.getString("approval_code"),
                        Rows.wireOrNull(row, "decline_reason", DeclineReason.class),
                        Rows.instant(row, "decided_at"),
                        Rows.longOrNull(row, "available_minor"));
        return new ProcessedMessage(
                identity, row.getLong("payload_hash"), Rows.feedOffset(row), answer);
    }

    private static MessageHeader header(RecordedMessage row) {
        return row.entry().message().header();
    }

    private static @Nullable Object account(RecordedMessage row) {
        if (row.owner() != null) {
            return row.owner().accountId().value();
        }
        AccountId named =
                row.entry().message() instanceof NetworkMessage.RecordOnlyMessage recorded
                        ? recorded.account()
                        : null;
        return named == null ? null : named.value();
    }

    private static @Nullable Object mode(RecordedMessage row) {
        if (row.owner() != null) {
            return row.owner().mode().wire();
        }
        return row.entry().message() instanceof NetworkMessage.RecordOnlyMessage recorded
                        && recorded.mode() != null
                ? recorded.mode().wire()
                : null;
    }

    private static @Nullable Object card(RecordedMessage row) {
        return row.owner() == null ? null : row.owner().cardId().value();
    }

    /** Only for cards that are not ours: the others are named by their id. */
    private static @Nullable Object cardReference(RecordedMessage row) {
        if (row.owner() != null) {
            return null;
        }
        CardReference reference = row.entry().message().card();
        return reference == null ? null : reference.text();
    }

    private static @Nullable Object transaction(RecordedMessage row) {
        return row.transactionId() == null ? null : row.transactionId().value();
    }

    private static Object amount(RecordedMessage row) {
        CardActivity activity = activity(row);
        return activity == null ? 0L : activity.amount().minor();
    }

    private static @Nullable Object currency(RecordedMessage row) {
        CardActivity activity = activity(row);
        return activity == null ? null : activity.amount().currency().getCurrencyCode();
    }

    /** Returns the amount that we approved, or that the network approved for us. */
    private static Object approved(RecordedMessage row) {
        if (row.entry().message() instanceof NetworkMessage.AuthorizationAdvice advice) {
            return advice.approvedMinor();
        }
        return row.answer() == null ? 0L : row.answer().approvedMinor();
    }

    private static @Nullable Object merchantAmount(RecordedMessage row) {
        CardActivity activity = activity(row);
        return activity == null ? null : activity.claim().amount().minor();
    }

    private static @Nullable Object merchantCurrency(RecordedMessage row) {
        CardActivity activity = activity(row);
        return activity == null ? null : activity.claim().amount().currency().getCurrencyCode();
    }

    private static @Nullable CardActivity activity(RecordedMessage row) {
        return row.entry().message() instanceof NetworkMessage.CardMessage message
                ? message.activity()
                : null;
    }

    private static @Nullable Object reason(RecordedMessage row) {
        DeclineCode code = row.declinedFor();
        return code == null ? null : code.reason().wire();
    }

    private static @Nullable Object code(RecordedMessage row) {
        return row.declinedFor() == null ? null : row.declinedFor().wire();
    }

    /** Kept as it came: what the night reads, and what still waits. */
    private static @Nullable Object payload(RecordedMessage row) {
        boolean kept =
                row.outcome() == RecordedMessage.Outcome.RECORDED
                        || row.outcome() == RecordedMessage.Outcome.WAITING;
        return kept ? row.entry().payload().text() : null;
    }
}
