package dev.countersign.reconcile.store.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.store.sql.ColumnArrays;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Differences that somebody has to explain; each is held once. */
public final class BreakStore {

    private static final String INSERT =
            """
            insert into break (id, type, severity, subject, origin_date, account_id, mode, card_id,
                               transaction_id, clearing_id, amount_minor, currency, state, detail,
                               created_at, updated_at, feed_partition, feed_offset)
            select found.id, found.type, found.severity, found.subject, found.origin_date,
                   found.account_id, found.mode, found.card_id, found.transaction_id,
                   found.clearing_id, found.amount_minor, found.currency, 'open',
                   coalesce(found.detail::jsonb,
                            case when found.message is null then '{}'::jsonb
                                 else jsonb_build_object('message', found.message::jsonb) end
                              || case when found.applied is null then '{}'::jsonb
                                      else jsonb_build_object('applied', jsonb_build_object(
                                             'identity', found.applied,
                                             'partition', found.applied_partition,
                                             'offset', found.applied_offset)) end),
                   found.at, found.at, found.came_partition, found.came_offset
              from unnest(?::text[]::uuid[], ?::text[], ?::text[], ?::text[]::uuid[],
                          ?::text[]::date[], ?::text[]::uuid[], ?::text[], ?::text[]::uuid[],
                          ?::text[]::uuid[], ?::text[]::uuid[], ?::text[]::bigint[], ?::text[],
                          ?::text[], ?::text[], ?::text[]::timestamptz[], ?::text[]::uuid[],
                          ?::text[]::integer[], ?::text[]::bigint[],
                          ?::text[]::integer[], ?::text[]::bigint[])
                   as found (id, type, severity, subject, origin_date, account_id, mode, card_id,
                             transaction_id, clearing_id, amount_minor, currency, message, detail,
                             at, applied, applied_partition, applied_offset, came_partition,
                             came_offset)
             where found.applied is null
                or not exists (select 1
                                 from break
                                where break.type = found.type
                                  and break.subject = found.subject)
                on conflict (type, subject, origin_date) do nothing
            """;

    /**
     * A difference with what it was found in.
     *
     * @param mode where the difference itself names none: of the night that found it
     * @param clearingId the row of the clearing record
     * @param detail a JSON object: what a person, or a dispute, has to know
     */
    public record Found(
            Break difference,
            @Nullable Mode mode,
            @Nullable UUID clearingId,
            @Nullable String detail) {}

    /**
     * Writes what was found; what was found before stays as it is. A conflict is the same one on
     * another day too: its message may come again later.
     */
    public void insert(Handle handle, List<Break> found) {
        insertFound(handle, found.stream().map(row -> new Found(row, null, null, null)).toList());
    }

    /** Writes what was found, with where; what was found before stays as it is. */
    public void insertFound(Handle handle, List<Found> found) {
        if (found.isEmpty()) {
            return;
        }
        ColumnArrays.of(found)
                .add(row -> id(row.difference()))
                .add(row -> row.difference().type().name())
                .add(row -> row.difference().type().severity().wire())
                .add(row -> row.difference().subject())
                .add(row -> LocalDate.ofInstant(row.difference().at(), ZoneOffset.UTC))
                .add(BreakStore::account)
                .add(BreakStore::mode)
                .add(BreakStore::card)
                .add(BreakStore::transaction)
                .add(Found::clearingId)
                .add(BreakStore::minor)
                .add(BreakStore::currency)
                .add(row -> row.difference().message())
                .add(Found::detail)
                .add(row -> row.difference().at())
                .add(BreakStore::appliedIdentity)
                .add(BreakStore::appliedPartition)
                .add(BreakStore::appliedOffset)
                .add(BreakStore::camePartition)
                .add(BreakStore::cameOffset)
                .update(handle, INSERT);
    }

    private static final String LAPSE =
            """
            with lapsed as (
              delete from write_off_request
               where break_id = any(:ids)
              returning break_id
            )
            insert into break_history (break_id, number, at, actor, action)
            select break_id,
                   coalesce((select max(number)
                               from break_history
                              where break_history.break_id = lapsed.break_id), 0) + 1,
                   :now, 'night', 'lapse_write_off'
              from lapsed
            """;

    /** Nobody has to agree to a write-off of what a night closed. */
    static void lapse(Handle handle, Collection<UUID> closed, Instant now) {
        handle.createUpdate(LAPSE)
                .bindArray("ids", UUID.class, closed)
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .execute();
    }

    private static final String FIND_AGAIN =
            """
            with again as (
                update break
                   set state = 'open',
                       transaction_id = :transaction,
                       amount_minor = :minor,
                       detail = coalesce(cast(:detail as jsonb), '{}'),
                       resolution = null,
                       resolved_by = null,
                       approved_by = null,
                       closed_at = null,
                       updated_at = :now
                 where type = :type
                   and subject = :subject
                   and origin_date = :origin
                   and state = 'resolved'
                returning id
            )
            insert into break_history (break_id, number, at, actor, action)
            select id,
                   coalesce((select max(number)
                               from break_history
                              where break_history.break_id = again.id), 0) + 1,
                   :now, 'night', 'reopen'
              from again
            """;

    /**
     * Opens a break again that the same record had on the same date, before an operator matched it
     * elsewhere.
     *
     * @return false where there is none, or where it is open
     */
    public boolean findAgain(Handle handle, Found found, Instant now) {
        Break difference = found.difference();
        return handle.createUpdate(FIND_AGAIN)
                        .bind("transaction", transaction(found))
                        .bind("minor", minor(found))
                        .bind("detail", found.detail())
                        .bind("now", now.atOffset(ZoneOffset.UTC))
                        .bind("type", difference.type().name())
                        .bind("subject", difference.subject())
                        .bind("origin", LocalDate.ofInstant(difference.at(), ZoneOffset.UTC))
                        .execute()
                == 1;
    }

    private static @Nullable Object appliedIdentity(Found row) {
        var applied = row.difference().applied();
        return applied == null ? null : applied.identity();
    }

    private static @Nullable Object appliedPartition(Found row) {
        var applied = row.difference().applied();
        return applied == null ? null : applied.place().partition();
    }

    private static @Nullable Object appliedOffset(Found row) {
        var applied = row.difference().applied();
        return applied == null ? null : applied.place().offset();
    }

    private static @Nullable Object camePartition(Found row) {
        FeedOffset came = row.difference().came();
        return came == null ? null : came.partition();
    }

    private static @Nullable Object cameOffset(Found row) {
        FeedOffset came = row.difference().came();
        return came == null ? null : came.offset();
    }

    private static final String CLOSE =
            """
            update break
               set state = 'resolved',
                   resolution = closed.why,
                   resolved_by = 'night',
                   closed_at = :now,
                   updated_at = :now
              from unnest(:ids, :whys) as closed (id, why)
             where break.id = closed.id
               and break.state in ('open', 'investigating')
            """;

    /** Closes what nobody has to look at any more, each with the reason. */
    public void close(Handle handle, Map<UUID, String> closed, Instant now) {
        if (closed.isEmpty()) {
            return;
        }
        handle.createUpdate(CLOSE)
                .bindArray("ids", UUID.class, closed.keySet())
                .bindArray("whys", String.class, closed.values())
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .execute();
        lapse(handle, closed.keySet(), now);
    }

    private static @Nullable Object account(Found row) {
        AccountId account = row.difference().accountId();
        return account == null ? null : account.value();
    }

    private static @Nullable Object mode(Found row) {
        Mode mode = row.difference().mode() == null ? row.mode() : row.difference().mode();
        return mode == null ? null : mode.wire();
    }

    private static @Nullable Object card(Found row) {
        CardId card = row.difference().cardId();
        return card == null ? null : card.value();
    }

    private static @Nullable Object transaction(Found row) {
        TransactionId transaction = row.difference().transactionId();
        return transaction == null ? null : transaction.value();
    }

    private static Object minor(Found row) {
        Money difference = row.difference().difference();
        return difference == null ? 0L : difference.minor();
    }

    private static @Nullable Object currency(Found row) {
        Money difference = row.difference().difference();
        return difference == null ? null : difference.currency().getCurrencyCode();
    }

    private static UUID id(Break row) {
        return id(row.type(), row.subject(), row.at());
    }

    /** Follows from what the break is about, so that finding it again names it the same. */
    static UUID id(BreakType type, UUID subject, Instant at) {
        return TimeOrderedId.of(at, NamedId.of(type, subject));
    }
}
