package dev.countersign.reconcile.store.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakFilter;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.ClosingMethod;
import dev.countersign.reconcile.domain.breaks.ClosingRequest;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.breaks.queue.AppliedMessage;
import dev.countersign.reconcile.domain.breaks.queue.BreakCount;
import dev.countersign.reconcile.domain.breaks.queue.BreakFacts;
import dev.countersign.reconcile.domain.breaks.queue.BreakHistoryEntry;
import dev.countersign.reconcile.domain.breaks.queue.ClosingNight;
import dev.countersign.reconcile.domain.breaks.queue.MerchantCredit;
import dev.countersign.reconcile.domain.breaks.queue.PendingClosing;
import dev.countersign.reconcile.domain.breaks.queue.QueueFilter;
import dev.countersign.reconcile.domain.breaks.queue.QueuedBreak;
import dev.countersign.reconcile.domain.breaks.queue.QueuedBreak.QueuePosition;
import dev.countersign.reconcile.domain.breaks.queue.WaitingBreaks;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.store.sql.KeyOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.locator.ClasspathSqlLocator;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Reads breaks: what waits, for how long and with whom, and what is known about one. */
public final class BreakQueries {

    /** Come before every id, and after it. */
    private static final BreakId FIRST = new BreakId(new UUID(0, 0));

    private static final BreakId LAST = new BreakId(new UUID(-1, -1));

    /** After every date that a break begins on. */
    private static final LocalDate NEVER = LocalDate.of(9999, 12, 31);

    private static final int CREDITS_MAX = 20;

    private static final String APPLIED = sql("applied");
    private static final String FACTS = sql("facts");
    private static final String MERCHANT_CREDITS = sql("merchant_credits");
    private static final String SUSPENDED = sql("suspended");

    private static String sql(String name) {
        return ClasspathSqlLocator.create().locate(BreakQueries.class, name);
    }

    // ---- one break

    /** The columns of a {@link BreakRecord}. */
    static final String RECORD =
            """
            select id, type, severity, subject, amount_minor as minor, currency, mode, card_id,
                   transaction_id, clearing_id as clearing, state, origin_date as origin, owner,
                   resolution, resolved_by, approved_by, closed_at, detail::text as detail
              from break
            """;

    static final String OPEN_OF_SUBJECT =
            RECORD
                    + """
                     where type = any(:types)
                       and subject = :subject
                       and state in ('open', 'investigating')
                     order by id
                    """;

    public Optional<BreakRecord> find(Handle handle, BreakId id) {
        return of(handle, RECORD + " where id = :id", id).mapTo(BreakRecord.class).findOne();
    }

    /** Returns the breaks of a record that are not closed and are of these types. */
    public List<BreakRecord> listOpen(Handle handle, UUID subject, Collection<BreakType> types) {
        return open(handle, OPEN_OF_SUBJECT, subject, types);
    }

    static List<BreakRecord> open(
            Handle handle, String statement, UUID subject, Collection<BreakType> types) {
        return handle.createQuery(statement)
                .bindArray("types", String.class, types.stream().map(BreakType::name).toList())
                .bind("subject", subject)
                .mapTo(BreakRecord.class)
                .list();
    }

    private static Query of(Handle handle, String statement, BreakId id) {
        return handle.createQuery(statement).bind("id", id);
    }

    /** The record and the transaction of a break. */
    public Optional<BreakFacts> facts(Handle handle, BreakId id) {
        return of(handle, FACTS, id).mapTo(BreakFacts.class).findOne();
    }

    /** The message that stands beside the one that a break of type DEDUPE_CONFLICT is about. */
    public Optional<AppliedMessage> applied(Handle handle, BreakId id) {
        return of(handle, APPLIED, id).mapTo(AppliedMessage.class).findOne();
    }

    /**
     * Returns the merchant credits for the purchase of a break, settled or not, the earliest first.
     */
    public List<MerchantCredit> merchantCredits(Handle handle, BreakId id) {
        return of(handle, MERCHANT_CREDITS, id)
                .bind("limit", CREDITS_MAX)
                .mapTo(MerchantCredit.class)
                .list();
    }

    /** Returns the steps that were taken on a break, in order. */
    public List<BreakHistoryEntry> steps(Handle handle, BreakId id) {
        return of(
                        handle,
                        """
                        select at, actor, action, remark
                          from break_history
                         where break_id = :id
                         order by number
                        """,
                        id)
                .mapTo(BreakHistoryEntry.class)
                .list();
    }

    /** The night that closed a break, which it did at the time of its cut. */
    public Optional<ClosingNight> closingNight(Handle handle, BreakId id) {
        return of(
                        handle,
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
                        """,
                        id)
                .mapTo(ClosingNight.class)
                .findOne();
    }

    private record Request(
            BreakId id,
            ClosingMethod closing,
            String reason,
            @Nullable CardId card,
            @Nullable TransactionId transaction,
            String askedBy,
            Instant askedAt) {

        PendingClosing pending() {
            return new PendingClosing(
                    id, new ClosingRequest(closing, reason, card, transaction), askedBy, askedAt);
        }
    }

    /** Finds the request that waits for a second operator, if there is one. */
    public Optional<PendingClosing> request(Handle handle, BreakId id) {
        return of(
                        handle,
                        """
                        select break_id as id, closing, reason, asked_by, asked_at,
                               request.card_id as card, request.transaction_id as transaction
                          from closing_request request
                          join open_break break on break.id = request.break_id
                         where break_id = :id
                        """,
                        id)
                .mapTo(Request.class)
                .findOne()
                .map(Request::pending);
    }

    /**
     * Amount carried in suspense for a record.
     *
     * @param record the row of the clearing record
     * @param balance above 0 when it is what nobody was charged with
     */
    public record SuspendedAmount(UUID record, long balance, String currency) {}

    /**
     * Finds what is still in suspense for a clearing record: the balance of the account, if any.
     *
     * @param subject the identity of a clearing record; of a record of a dispute its id
     */
    public Optional<SuspendedAmount> suspended(Handle handle, UUID subject) {
        return handle.createQuery(SUSPENDED)
                .bind("subject", subject)
                .mapTo(SuspendedAmount.class)
                .findOne();
    }

    // ---- lists

    /** The breaks that fit, the newest first. */
    public List<BreakRecord> list(
            Handle handle, BreakFilter filter, @Nullable BreakId after, int limit) {
        return handle.createQuery(
                        RECORD
                                + """
                                 where (cast(:mode as text) is null or mode = :mode)
                                   and (cast(:origin as date) is null or origin_date = cast(:origin as date))
                                   and (cast(:state as text) is null or state = :state)
                                   and (cast(:type as text) is null or type = :type)
                                   and (cast(:severity as text) is null or severity = :severity)
                                   and (cast(:owner as text) is null or owner = :owner)
                                   and (cast(:after as uuid) is null or id < cast(:after as uuid))
                                 order by id desc
                                 limit :limit
                                """)
                .bindMethods(filter)
                .bind("after", after)
                .bind("limit", limit)
                .mapTo(BreakRecord.class)
                .list();
    }

    private static final String FITTING =
            """
               and break.mode = :mode
               and (cast(:type as text) is null or type = :type)
               and (cast(:owner as text) is null
                    or owner = :owner
                    or (cast(:owner as text) = '' and owner is null))
               and (cast(:origin as date) is null or origin_date = cast(:origin as date))
            """;

    private static final String ASKED = " and break.id in (select break_id from closing_request) ";

    /** Each severity is read from its own place on, so that no page costs more than another. */
    private static final String WAITING =
            """
            select waiting.*, closing_request.break_id is not null as asked
              from unnest(:severities, :origins, :ids) with ordinality
                   as start (severity, origin_date, id, number)
              cross join lateral (
                       select break.id, type, break.severity, amount_minor as minor, currency,
                              transaction_id, state, break.origin_date as origin,
                              break.created_at as found_at, owner
                         from open_break break
                        where break.severity = start.severity
                          and (break.origin_date, break.id) %s (start.origin_date, start.id)
            """
                    + FITTING;

    private static final String IN_ORDER =
            """
                        order by break.origin_date %1$s, break.id %1$s
                        limit :limit) waiting
              left join closing_request on closing_request.break_id = waiting.id
             order by start.number, waiting.origin %1$s, waiting.id %1$s
             limit :limit
            """;

    /**
     * Those that wait: the highest severity first, of one severity the oldest; from a position on.
     */
    public List<QueuedBreak> waiting(
            Handle handle, QueueFilter filter, ListPosition<QueuePosition> at, int limit) {
        List<QueuePosition> starts = starts(filter, at);
        String sql =
                (at.backwards() ? WAITING.formatted("<") : WAITING.formatted(">"))
                        + (filter.asked() ? ASKED : "")
                        + (at.backwards() ? IN_ORDER.formatted("desc") : IN_ORDER.formatted("asc"));
        Query query =
                handle.createQuery(sql)
                        .bindArray(
                                "severities",
                                String.class,
                                starts.stream().map(each -> each.severity().wire()).toList())
                        .bindArray(
                                "origins",
                                LocalDate.class,
                                starts.stream().map(QueuePosition::origin).toList())
                        .bindArray(
                                "ids",
                                UUID.class,
                                starts.stream().map(each -> each.id().value()).toList());
        return queued(query, filter, at, limit);
    }

    private static List<QueuedBreak> queued(
            Query query, QueueFilter filter, ListPosition<QueuePosition> at, int limit) {
        return at.inOrder(
                query.bindMethods(filter).bind("limit", limit).mapTo(QueuedBreak.class).list());
    }

    /** The positions of the severities, in the order in which they are read. */
    private static List<QueuePosition> starts(QueueFilter filter, ListPosition<QueuePosition> at) {
        List<Severity> severities = at.inOrder(List.of(Severity.values()));
        QueuePosition row = at.row();
        return severities
                .subList(row == null ? 0 : severities.indexOf(row.severity()), severities.size())
                .stream()
                .filter(each -> filter.severity() == null || filter.severity() == each)
                .map(
                        each ->
                                row != null && row.severity() == each
                                        ? row
                                        : at.backwards()
                                                ? new QueuePosition(each, NEVER, LAST)
                                                : new QueuePosition(each, LocalDate.EPOCH, FIRST))
                .toList();
    }

    private static final String CLOSED =
            """
            select break.id, type, severity, amount_minor as minor, currency, transaction_id, state,
                   origin_date as origin, break.created_at as found_at, owner, false as asked
              from break
             where state in ('resolved', 'written_off')
               and (cast(:severity as text) is null or severity = :severity)
            """
                    + FITTING;

    private static final KeyOrder NEWEST_FIRST = KeyOrder.descending("break.id");

    /** Those that need no more work, the newest first; from a position on. */
    public List<QueuedBreak> closed(
            Handle handle, QueueFilter filter, ListPosition<QueuePosition> at, int limit) {
        Query query = handle.createQuery(CLOSED + NEWEST_FIRST.page(at, ":row"));
        if (at.row() != null) {
            query.bind("row", at.row().id());
        }
        return queued(query, filter, at, limit);
    }

    // ---- counts

    /**
     * Counts the write-offs that wait for a second operator. They are few, since operators ask for
     * each.
     *
     * @param most no more are counted
     */
    public long asked(Handle handle, Mode mode, int most) {
        return handle.createQuery(
                        """
                        select count(*)
                          from (select
                                  from closing_request
                                  join open_break break on break.id = closing_request.break_id
                                 where break.mode = :mode
                                 limit :most) asked
                        """)
                .bind("mode", mode)
                .bind("most", most)
                .mapTo(Long.class)
                .one();
    }

    /** Counts the waiting breaks by severity and by the day they began. */
    public List<WaitingBreaks> waiting(Handle handle, Mode mode) {
        return handle.createQuery(
                        """
                        select severity, origin_date as origin, count(*) as count
                          from open_break
                         where mode = :mode
                         group by severity, origin_date
                        """)
                .bind("mode", mode)
                .mapTo(WaitingBreaks.class)
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
                .bind("mode", mode)
                .bind("day", day)
                .mapTo(BreakCount.class)
                .list();
    }

    /** Counts the breaks of each severity that began on a date, the most severe first. */
    public Map<Severity, Long> countBySeverity(Handle handle, Mode mode, LocalDate origin) {
        Map<Severity, Long> counts = new EnumMap<>(Severity.class);
        foundOn(handle, mode, origin)
                .forEach(each -> counts.merge(each.type().severity(), each.count(), Long::sum));
        return counts;
    }
}
