package dev.countersign.reconcile.store.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.Closing;
import dev.countersign.reconcile.domain.breaks.ClosingRequest;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.breaks.queue.BreakCount;
import dev.countersign.reconcile.domain.breaks.queue.BreakHistoryEntry;
import dev.countersign.reconcile.domain.breaks.queue.ClosingNight;
import dev.countersign.reconcile.domain.breaks.queue.PendingClosing;
import dev.countersign.reconcile.domain.breaks.queue.QueueFilter;
import dev.countersign.reconcile.domain.breaks.queue.QueuedBreak;
import dev.countersign.reconcile.domain.breaks.queue.QueuedBreak.Place;
import dev.countersign.reconcile.domain.breaks.queue.WaitingBreaks;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.store.sql.KeyOrder;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** The queue of differences: what waits, for how long, with whom. */
public final class BreakQueries {

    /** Come before every id, and after it. */
    private static final BreakId FIRST = new BreakId(new UUID(0, 0));

    private static final BreakId LAST = new BreakId(new UUID(-1, -1));

    /** After every date that a difference begins on. */
    private static final LocalDate NEVER = LocalDate.of(9999, 12, 31);

    private static final String FITTING =
            """
               and break.mode = :mode
               and (cast(:type as text) is null or type = :type)
               and (cast(:owner as text) is null
                    or owner = :owner
                    or (cast(:owner as text) = '' and owner is null))
               and (cast(:origin as date) is null or origin_date = cast(:origin as date))
            """;

    private static final String ASKED =
            " and break.id in (select break_id from write_off_request) ";

    /** Each severity is read from its own place on, so that no page costs more than another. */
    private static final String WAITING =
            """
            select waiting.*, write_off_request.break_id is not null as asked
              from unnest(:severities, :origins, :ids) with ordinality
                   as start (severity, origin_date, id, number)
              cross join lateral (
                       select break.id, type, break.severity, amount_minor, currency, transaction_id,
                              state, break.origin_date, break.created_at, owner
                         from break
                        where state in ('open', 'investigating')
                          and break.severity = start.severity
                          and (break.origin_date, break.id) %s (start.origin_date, start.id)
            """
                    + FITTING;

    private static final String IN_ORDER =
            """
                        order by break.origin_date %1$s, break.id %1$s
                        limit :limit) waiting
              left join write_off_request on write_off_request.break_id = waiting.id
             order by start.number, waiting.origin_date %1$s, waiting.id %1$s
             limit :limit
            """;

    /**
     * Those that wait: the highest severity first, of one severity the oldest; from a position on.
     */
    public List<QueuedBreak> waiting(
            Handle handle, QueueFilter filter, ListPosition<Place> at, int limit) {
        List<Place> starts = starts(filter, at);
        String sql =
                (at.backwards() ? WAITING.formatted("<") : WAITING.formatted(">"))
                        + (filter.asked() ? ASKED : "")
                        + (at.backwards() ? IN_ORDER.formatted("desc") : IN_ORDER.formatted("asc"));
        return at.inOrder(
                handle.createQuery(sql)
                        .bindArray(
                                "severities",
                                String.class,
                                starts.stream().map(each -> each.severity().wire()).toList())
                        .bindArray(
                                "origins",
                                LocalDate.class,
                                starts.stream().map(Place::origin).toList())
                        .bindArray(
                                "ids",
                                UUID.class,
                                starts.stream().map(each -> each.id().value()).toList())
                        .bind("mode", filter.mode().wire())
                        .bind("type", filter.type() == null ? null : filter.type().name())
                        .bind("owner", filter.owner())
                        .bind("origin", filter.origin())
                        .bind("limit", limit)
                        .map((row, context) -> read(row))
                        .list());
    }

    /** The positions of the severities, in the order in which they are read. */
    private static List<Place> starts(QueueFilter filter, ListPosition<Place> at) {
        List<Severity> severities = at.inOrder(List.of(Severity.values()));
        Place row = at.row();
        return severities
                .subList(row == null ? 0 : severities.indexOf(row.severity()), severities.size())
                .stream()
                .filter(each -> filter.severity() == null || filter.severity() == each)
                .map(
                        each ->
                                row != null && row.severity() == each
                                        ? row
                                        : at.backwards()
                                                ? new Place(each, NEVER, LAST)
                                                : new Place(each, LocalDate.EPOCH, FIRST))
                .toList();
    }

    private static final String CLOSED =
            """
            select break.id, type, severity, amount_minor, currency, transaction_id, state,
                   origin_date, break.created_at, owner, false as asked
              from break
             where state in ('resolved', 'written_off')
               and (cast(:severity as text) is null or severity = :severity)
            """
                    + FITTING;

    private static final KeyOrder NEWEST_FIRST = KeyOrder.descending("break.id");

    /** Those that nobody has to look at any more, the newest first; from a position on. */
    public List<QueuedBreak> closed(
            Handle handle, QueueFilter filter, ListPosition<Place> at, int limit) {
        Query query =
                handle.createQuery(
                                CLOSED
                                        + NEWEST_FIRST.beyond(at, ":row")
                                        + NEWEST_FIRST.by(at)
                                        + " limit :limit")
                        .bind("mode", filter.mode().wire())
                        .bind("type", filter.type() == null ? null : filter.type().name())
                        .bind(
                                "severity",
                                filter.severity() == null ? null : filter.severity().wire())
                        .bind("owner", filter.owner())
                        .bind("origin", filter.origin())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row().id().value());
        }
        return at.inOrder(query.map((row, context) -> read(row)).list());
    }

    private static QueuedBreak read(ResultSet row) throws SQLException {
        UUID transaction = Rows.uuidOrNull(row, "transaction_id");
        return new QueuedBreak(
                new BreakId(Rows.uuid(row, "id")),
                BreakType.valueOf(row.getString("type")),
                Rows.wire(row, "severity", Severity.class),
                row.getLong("amount_minor"),
                row.getString("currency"),
                transaction == null ? null : new TransactionId(transaction),
                Rows.wire(row, "state", BreakState.class),
                row.getObject("origin_date", LocalDate.class),
                Rows.instant(row, "created_at"),
                row.getString("owner"),
                row.getBoolean("asked"));
    }

    /**
     * Counts the write-offs that wait for a second person. They are few, since operators ask for
     * each.
     *
     * @param most no more are counted
     */
    public long asked(Handle handle, Mode mode, int most) {
        return handle.createQuery(
                        """
                        select count(*)
                          from (select
                                  from write_off_request
                                  join break on break.id = write_off_request.break_id
                                 where break.mode = :mode
                                   and break.state in ('open', 'investigating')
                                 limit :most) asked
                        """)
                .bind("mode", mode.wire())
                .bind("most", most)
                .mapTo(Long.class)
                .one();
    }

    /** Counts the waiting breaks by severity and by the day they began. */
    public List<WaitingBreaks> waiting(Handle handle, Mode mode) {
        return handle.createQuery(
                        """
                        select severity, origin_date, count(*) as count
                          from break
                         where mode = :mode
                           and state in ('open', 'investigating')
                         group by severity, origin_date
                        """)
                .bind("mode", mode.wire())
                .map(
                        (row, context) ->
                                new WaitingBreaks(
                                        Rows.wire(row, "severity", Severity.class),
                                        row.getObject("origin_date", LocalDate.class),
                                        row.getLong("count")))
                .list();
    }

    /** Counts the breaks that began on a day, by type. */
    public List<BreakCount> foundOn(Handle handle, Mode mode, LocalDate day) {
        return handle.createQuery(
                        """
                        select type, count(*) as count,
                               count(*) filter (where state in ('resolved', 'written_off')) as closed
                          from break
                         where mode = :mode
                           and origin_date = :day
                         group by type
                         order by type
                        """)
                .bind("mode", mode.wire())
                .bind("day", day)
                .map(
                        (row, context) ->
                                new BreakCount(
                                        BreakType.valueOf(row.getString("type")),
                                        row.getLong("count"),
                                        row.getLong("closed")))
                .list();
    }

    /** Returns the steps that were taken on a break, in order. */
    public List<BreakHistoryEntry> steps(Handle handle, BreakId id) {
        return handle.createQuery(
                        """
                        select at, actor, action, remark
                          from break_history
                         where break_id = :id
                         order by number
                        """)
                .bind("id", id.value())
                .map(
                        (row, context) ->
                                new BreakHistoryEntry(
                                        Rows.instant(row, "at"),
                                        row.getString("actor"),
                                        row.getString("action"),
                                        row.getString("remark")))
                .list();
    }

    /** The night that closed a break, which it did at the time of its cut. */
    public Optional<ClosingNight> closingNight(Handle handle, BreakId id) {
        return handle.createQuery(
                        """
                        select night.id, night.business_date
                          from break
                          join night
                            on night.mode = break.mode
                           and night.cut_at = break.closed_at
                         where break.id = :id
                           and break.resolved_by = 'night'
                           and break.state = 'resolved'
                         order by night.id
                         limit 1
                        """)
                .bind("id", id.value())
                .map(
                        (row, context) ->
                                new ClosingNight(
                                        row.getLong("id"),
                                        row.getObject("business_date", LocalDate.class)))
                .findOne();
    }

    /** Finds the request that waits for a second person, if there is one. */
    public Optional<PendingClosing> request(Handle handle, BreakId id) {
        return handle.createQuery(
                        """
                        select break_id, closing, reason, asked_by, asked_at, request.card_id,
                               request.transaction_id
                          from write_off_request request
                          join break on break.id = request.break_id
                         where break_id = :id
                           and break.state in ('open', 'investigating')
                        """)
                .bind("id", id.value())
                .map(
                        (row, context) ->
                                new PendingClosing(
                                        new BreakId(Rows.uuid(row, "break_id")),
                                        wanted(row),
                                        row.getString("asked_by"),
                                        Rows.instant(row, "asked_at")))
                .findOne();
    }

    private static ClosingRequest wanted(ResultSet row) throws SQLException {
        UUID card = Rows.uuidOrNull(row, "card_id");
        UUID transaction = Rows.uuidOrNull(row, "transaction_id");
        return new ClosingRequest(
                Rows.wire(row, "closing", Closing.class),
                row.getString("reason"),
                card == null ? null : new CardId(card),
                transaction == null ? null : new TransactionId(transaction));
    }

    /**
     * Asks a second person, in the place of what the same person asked before.
     *
     * @return false when another person asks about the break
     */
    public boolean upsertOwnRequest(Handle handle, PendingClosing request) {
        ClosingRequest wanted = request.wanted();
        return handle.createUpdate(
                                """
                                insert into write_off_request as known
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
                        .bind("id", request.id().value())
                        .bind("closing", wanted.closing().wire())
                        .bind("reason", wanted.reason())
                        .bind("askedBy", request.askedBy())
                        .bind("askedAt", request.askedAt().atOffset(ZoneOffset.UTC))
                        .bind("card", wanted.card() == null ? null : wanted.card().value())
                        .bind(
                                "transaction",
                                wanted.transaction() == null ? null : wanted.transaction().value())
                        .execute()
                == 1;
    }

    /** Asks no longer for anything that somebody asked for. */
    public void deleteRequestsOf(Handle handle, String asker) {
        handle.createUpdate("delete from write_off_request where asked_by = :asker")
                .bind("asker", asker)
                .execute();
    }

    /** Asks no longer. */
    public void deleteRequest(Handle handle, BreakId id) {
        handle.createUpdate("delete from write_off_request where break_id = :id")
                .bind("id", id.value())
                .execute();
    }
}
