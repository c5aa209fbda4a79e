package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.domain.settlement.Break;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Differences that somebody has to explain; each is held once. */
public final class BreakStore {

    private static final String INSERT =
            """
            insert into break (id, type, severity, subject, origin_date, account_id, mode, card_id,
                               transaction_id, amount_minor, currency, state, detail, created_at,
                               updated_at)
            select found.id, found.type, found.severity, found.subject, found.origin_date,
                   found.account_id, found.mode, found.card_id, found.transaction_id,
                   found.amount_minor, found.currency, 'open',
                   case when found.message is null then '{}'::jsonb
                        else jsonb_build_object('message', found.message::jsonb) end
                     || case when found.applied is null then '{}'::jsonb
                             else jsonb_build_object('applied', jsonb_build_object(
                                    'identity', found.applied,
                                    'partition', found.applied_partition,
                                    'offset', found.applied_offset)) end,
                   found.at, found.at
              from unnest(?::text[]::uuid[], ?::text[], ?::text[], ?::text[]::uuid[],
                          ?::text[]::date[], ?::text[]::uuid[], ?::text[], ?::text[]::uuid[],
                          ?::text[]::uuid[], ?::text[]::bigint[], ?::text[], ?::text[],
                          ?::text[]::timestamptz[], ?::text[]::uuid[], ?::text[]::integer[],
                          ?::text[]::bigint[])
                   as found (id, type, severity, subject, origin_date, account_id, mode, card_id,
                             transaction_id, amount_minor, currency, message, at, applied,
                             applied_partition, applied_offset)
             where found.applied is null
                or not exists (select 1
                                 from break
                                where break.type = found.type
                                  and break.subject = found.subject)
                on conflict (type, subject, origin_date) do nothing
            """;

    /**
     * Writes what was found; what was found before stays as it is. A conflict is the same one on
     * another day too: its message may come again later.
     */
    public void insert(Handle handle, List<Break> found) {
        if (found.isEmpty()) {
            return;
        }
        ColumnArrays.of(found)
                .add(BreakStore::id)
                .add(row -> row.type().name())
                .add(row -> row.type().severity().wire())
                .add(Break::subject)
                .add(row -> LocalDate.ofInstant(row.at(), ZoneOffset.UTC))
                .add(row -> row.accountId() == null ? null : row.accountId().value())
                .add(row -> row.mode() == null ? null : row.mode().wire())
                .add(row -> row.cardId() == null ? null : row.cardId().value())
                .add(row -> row.transactionId() == null ? null : row.transactionId().value())
                .add(row -> row.difference() == null ? 0L : row.difference().minor())
                .add(
                        row ->
                                row.difference() == null
                                        ? null
                                        : row.difference().currency().getCurrencyCode())
                .add(Break::message)
                .add(Break::at)
                .add(row -> row.applied() == null ? null : row.applied().identity())
                .add(row -> row.applied() == null ? null : row.applied().place().partition())
                .add(row -> row.applied() == null ? null : row.applied().place().offset())
                .update(handle, INSERT);
    }

    /** Follows from what the break is about, so that finding it again names it the same. */
    private static UUID id(Break row) {
        UUID distinct =
                UUID.nameUUIDFromBytes(
                        (row.type() + "|" + row.subject()).getBytes(StandardCharsets.UTF_8));
        return TimeOrderedId.of(row.at(), distinct);
    }
}
