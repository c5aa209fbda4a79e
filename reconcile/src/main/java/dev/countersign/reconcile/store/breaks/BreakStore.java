package dev.countersign.reconcile.store.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.TotalsBreak;
import dev.countersign.reconcile.domain.breaks.queue.PendingClosing;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.id.BreakId;
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
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jspecify.annotations.Nullable;

/** Writes breaks: found by the stream and the night, worked on by people; each is held once. */
public final class BreakStore {

    // ---- found by the stream and the night

    private static final String INSERT = sql("insert");

    private static String sql(String name) {
        return ClasspathSqlLocator.create().locate(BreakStore.class, name);
    }

    /**
     * A break with what it was found in.
     *
     * @param mode where the break itself names none: of the night that found it
     * @param clearingId the row of the clearing record
     * @param detail a JSON object: what an operator, or a dispute, has to know
     */
    public record FoundBreak(
            Break raised,
            @Nullable Mode mode,
            @Nullable UUID clearingId,
            @Nullable String detail) {}

    /**
     * Writes what was found; what was found before stays as it is. A conflict is the same one on
     * another day too: its message may come again later.
     */
    public void insert(Handle handle, List<Break> found) {
        insertFound(
                handle, found.stream().map(row -> new FoundBreak(row, null, null, null)).toList());
    }

    /** Writes what was found, with where; what was found before stays as it is. */
    public void insertFound(Handle handle, List<FoundBreak> found) {
        if (found.isEmpty()) {
            return;
        }
        ColumnArrays.of(found)
                .add(row -> id(row.raised()))
                .add(row -> row.raised().type().name())
                .add(row -> row.raised().type().severity().wire())
                .add(row -> row.raised().subject())
                .add(row -> LocalDate.ofInstant(row.raised().at(), ZoneOffset.UTC))
                .add(row -> part(row.raised().accountId(), AccountId::value))
                .add(BreakStore::mode)
                .add(row -> part(row.raised().cardId(), CardId::value))
                .add(row -> part(row.raised().transactionId(), TransactionId::value))
                .add(FoundBreak::clearingId)
                .add(BreakStore::minor)
                .add(row -> part(row.raised().difference(), BreakStore::currency))
                .add(row -> row.raised().message())
                .add(FoundBreak::detail)
                .add(row -> row.raised().at())
                .add(row -> part(row.raised().applied(), applied -> applied.identity()))
                .add(row -> part(row.raised().applied(), applied -> applied.offset().partition()))
                .add(row -> part(row.raised().applied(), applied -> applied.offset().offset()))
                .add(row -> part(row.raised().offset(), FeedOffset::partition))
                .add(row -> part(row.raised().offset(), FeedOffset::offset))
                .update(handle, INSERT);
    }

    private static <T> @Nullable Object part(@Nullable T whole, Function<T, Object> value) {
        return whole == null ? null : value.apply(whole);
    }

    private static @Nullable Object mode(FoundBreak row) {
        Mode mode = row.raised().mode() == null ? row.mode() : row.raised().mode();
        return mode == null ? null : mode.wire();
    }

    private static Object minor(FoundBreak row) {
        Money amount = row.raised().difference();
        return amount == null ? 0L : amount.minor();
    }

    private static Object currency(Money amount) {
        return amount.currency().getCurrencyCode();
    }

    private static UUID id(Break row) {
        return id(row.type(), row.subject(), row.at());
    }

    /** Follows from what the break is about, so that finding it again names it the same. */
    private static UUID id(BreakType type, UUID subject, Instant at) {
        return TimeOrderedId.of(at, NamedId.of(type, subject));
    }

    /** Says in the history of the breaks that were {@code changed} what the night did to them. */
    private static final String NIGHT_HISTORY =
            """
            insert into break_history (break_id, number, at, actor, action)
            select id,
                   coalesce((select max(number)
                               from break_history
                              where break_history.break_id = changed.id), 0) + 1,
                   :now, 'night', '%s'
              from changed
            """;

    private static final String FIND_AGAIN =
            """
            with changed as (
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
            """
                    + NIGHT_HISTORY.formatted("reopen");

    /**
     * Opens a break again that the same record had on the same date, before an operator matched it
     * elsewhere.
     *
     * @return false where there is none, or where it is open
     */
    public boolean findAgain(Handle handle, FoundBreak found, Instant now) {
        Break raised = found.raised();
        return handle.createUpdate(FIND_AGAIN)
                        .bind("transaction", raised.transactionId())
                        .bind("minor", minor(found))
                        .bind("detail", found.detail())
                        .bind("now", now)
                        .bind("type", raised.type())
                        .bind("subject", raised.subject())
                        .bind("origin", LocalDate.ofInstant(raised.at(), ZoneOffset.UTC))
                        .execute()
                == 1;
    }

    // ---- found and closed by totals

    /**
     * Statement that updates a break that is not closed. Once the detail differs, what an operator
     * said of the break, or wanted written off, was said of another break.
     */
    private static final String KEEP = sql("keep");

    private record StoredBreak(UUID id, boolean same) {}

    /**
     * Statement that records a break. A break that an operator had closed on the same date says in
     * its history that it is open again.
     */
    private static final String FIND = sql("find") + NIGHT_HISTORY.formatted("reopen");

    /**
     * Says how a break between totals stands now.
     *
     * @param there whether there still is one
     * @param whyGone what closes it where there is none any more
     */
    public void keepOrResolve(
            Handle handle, TotalsBreak found, boolean there, String whyGone, Instant now) {
        if (there) {
            keep(handle, found, now);
        } else {
            resolve(handle, found, whyGone, now);
        }
    }

    /**
     * Finds a break between totals, or brings the one that nobody has closed up to date. One that
     * an operator closed is found again only when it is another.
     */
    public void keep(Handle handle, TotalsBreak found, Instant now) {
        List<StoredBreak> kept =
                handle.createQuery(KEEP)
                        .bindMethods(found)
                        .bind("now", now)
                        .mapTo(StoredBreak.class)
                        .list();
        if (!kept.isEmpty()) {
            lapse(
                    handle,
                    kept.stream().filter(one -> !one.same()).map(StoredBreak::id).toList(),
                    now);
            return;
        }
        Instant origin = found.foundOn().atStartOfDay(ZoneOffset.UTC).toInstant();
        handle.createUpdate(FIND)
                .bindMethods(found)
                .bind("id", id(found.type(), found.subject(), origin))
                .bind("severity", found.type().severity())
                .bind("now", now)
                .execute();
    }

    /** Marks those that an operator closed as gone: what comes again after that is another one. */
    private static final String GONE =
            """
            update break
               set detail = detail || jsonb '{"gone": true}'
             where type = :type
               and subject = :subject
               and state in ('resolved', 'written_off')
               and resolved_by <> 'night'
               and detail -> 'gone' is null
            """;

    private void resolve(Handle handle, TotalsBreak found, String why, Instant now) {
        close(
                handle,
                handle.createQuery(
                                """
                                select id
                                  from open_break
                                 where type = :type
                                   and subject = :subject
                                """)
                        .bindMethods(found)
                        .mapTo(UUID.class)
                        .collect(Collectors.toMap(id -> id, id -> why)),
                now);
        handle.createUpdate(GONE).bindMethods(found).execute();
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
                .bind("now", now)
                .execute();
        lapse(handle, closed.keySet(), now);
    }

    private static final String LAPSE =
            """
            with changed as (
              delete from closing_request
               where break_id = any(:ids)
              returning break_id as id
            )
            """
                    + NIGHT_HISTORY.formatted("lapse_write_off");

    /** Nobody has to agree to a write-off of what a night closed. */
    private static void lapse(Handle handle, Collection<UUID> closed, Instant now) {
        handle.createUpdate(LAPSE).bindArray("ids", UUID.class, closed).bind("now", now).execute();
    }

    // ---- worked on by people

    /** Finds a break, which nobody else changes for the rest of the transaction. */
    public Optional<BreakRecord> lock(Handle handle, BreakId id) {
        return handle.createQuery(BreakQueries.RECORD + " where id = :id for update")
                .bind("id", id)
                .mapTo(BreakRecord.class)
                .findOne();
    }

    /** The breaks of a record that are not closed and are of these types, locked alike. */
    public List<BreakRecord> lockOpen(Handle handle, UUID subject, Collection<BreakType> types) {
        return BreakQueries.open(
                handle, BreakQueries.OPEN_OF_SUBJECT + " for update", subject, types);
    }

    /** Writes where the work on a break stands. */
    public void update(Handle handle, BreakRecord entry, Instant now) {
        handle.createUpdate(
                        """
                        update break
                           set state = :state,
                               owner = :owner,
                               resolution = :resolution,
                               resolved_by = :resolvedBy,
                               approved_by = :approvedBy,
                               closed_at = cast(:closedAt as timestamptz),
                               updated_at = :now
                         where id = :id
                        """)
                .bindMethods(entry)
                .bind("now", now)
                .execute();
    }

    /** Remembers who did what to a break. */
    public void remember(
            Handle handle,
            BreakId id,
            Instant at,
            String actor,
            String action,
            @Nullable String remark) {
        handle.createUpdate(
                        """
                        insert into break_history (break_id, number, at, actor, action, remark)
                        select :id, coalesce(max(number), 0) + 1, :at, :actor, :action, :remark
                          from break_history
                         where break_id = :id
                        """)
                .bind("id", id)
                .bind("at", at)
                .bind("actor", actor)
                .bind("action", action)
                .bind("remark", remark)
                .execute();
    }

    /**
     * Asks a second operator, in the place of what the same operator asked before.
     *
     * @return false when another operator asks about the break
     */
    public boolean upsertOwnRequest(Handle handle, PendingClosing request) {
        return handle.createUpdate(
                                """
                                insert into closing_request as known
                                       (break_id, closing, reason, asked_by, asked_at, card_id,
                                        transaction_id)
                                values (:id, :closing, :reason, :askedBy, :askedAt,
                                        cast(:card as uuid), cast(:transaction as uuid))
                                    on conflict (break_id) do update
                                   set closing = excluded.closing,
                                       reason = excluded.reason,
                                       asked_at = excluded.asked_at,
                                       card_id = excluded.card_id,
                                       transaction_id = excluded.transaction_id
                                 where known.asked_by = excluded.asked_by
                                """)
                        .bindMethods(request)
                        .bindMethods(request.request())
                        .execute()
                == 1;
    }

    /** Asks no longer for anything that an operator asked for. */
    public void deleteRequestsOf(Handle handle, String asker) {
        handle.execute("delete from closing_request where asked_by = ?", asker);
    }

    /** Asks no longer. */
    public void deleteRequest(Handle handle, BreakId id) {
        handle.execute("delete from closing_request where break_id = ?", id);
    }

    /** Says that what a bank moved otherwise than the networks say is written off. */
    public void writeOffBankDay(Handle handle, UUID subject) {
        handle.execute(
                """
                update bank_day
                   set written_off_minor = bank_minor - network_minor
                 where subject = ?
                """,
                subject);
    }

    /** True for a clearing file whose records wait. */
    public boolean isFileHeld(Handle handle, UUID subject) {
        return handle.select(
                        """
                                select exists (select
                                                 from clearing_file
                                                where subject = ?
                                                  and state <> 'accepted')
                                """,
                        subject)
                .mapTo(Boolean.class)
                .one();
    }

    /** Says that a clearing file is posted as it came. */
    public void writeOffFile(Handle handle, UUID subject) {
        handle.execute("update clearing_file set written_off = true where subject = ?", subject);
    }
}
