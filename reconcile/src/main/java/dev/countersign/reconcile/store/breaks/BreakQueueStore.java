package dev.countersign.reconcile.store.breaks;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.BreakFilter;
import dev.countersign.reconcile.domain.breaks.BreakRecord;
import dev.countersign.reconcile.domain.breaks.BreakState;
import dev.countersign.reconcile.domain.breaks.BreakType;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.id.TransactionId;
import dev.countersign.reconcile.store.settlement.NightGate;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Differences as those who work on them see them. */
public final class BreakQueueStore {

    private static final String SELECT =
            """
            select id, type, severity, subject, amount_minor, currency, mode, card_id, transaction_id,
                   clearing_id, state, origin_date, owner, resolution, resolved_by, approved_by,
                   closed_at, detail::text as detail
              from break
            """;

    /** The differences that fit, the newest first. */
    public List<BreakRecord> list(
            Handle handle, BreakFilter filter, @Nullable BreakId after, int limit) {
        return handle.createQuery(
                        SELECT
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
                .bind("mode", filter.mode() == null ? null : filter.mode().wire())
                .bind("origin", filter.origin())
                .bind("state", filter.state() == null ? null : filter.state().wire())
                .bind("type", filter.type() == null ? null : filter.type().name())
                .bind("severity", filter.severity() == null ? null : filter.severity().wire())
                .bind("owner", filter.owner())
                .bind("after", after == null ? null : after.value())
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list();
    }

    /** Counts the breaks of each severity that began on a date, the most severe first. */
    public Map<Severity, Long> countBySeverity(Handle handle, Mode mode, LocalDate origin) {
        Map<Severity, Long> counts = new EnumMap<>(Severity.class);
        handle.createQuery(
                        """
                        select severity, count(*) as count
                          from break
                         where mode = :mode
                           and origin_date = :origin
                         group by severity
                        """)
                .bind("mode", mode.wire())
                .bind("origin", origin)
                .map(
                        (row, context) ->
                                Map.entry(
                                        Rows.wire(row, "severity", Severity.class),
                                        row.getLong("count")))
                .forEach(each -> counts.put(each.getKey(), each.getValue()));
        return counts;
    }

    /** One difference. */
    public Optional<BreakRecord> find(Handle handle, BreakId id) {
        return handle.createQuery(SELECT + " where id = :id")
                .bind("id", id.value())
                .map((row, context) -> read(row))
                .findOne();
    }

    /** One difference, for the rest of the transaction nobody else's. */
    public Optional<BreakRecord> lock(Handle handle, BreakId id) {
        return handle.createQuery(SELECT + " where id = :id for update")
                .bind("id", id.value())
                .map((row, context) -> read(row))
                .findOne();
    }

    private static final String OPEN =
            SELECT
                    + """
                     where type = any(:types)
                       and subject = :subject
                       and state in ('open', 'investigating')
                     order by id
                    """;

    /** Returns the breaks of a record that are not closed and are of these types. */
    public List<BreakRecord> listOpen(Handle handle, UUID subject, Collection<BreakType> types) {
        return open(handle, OPEN, subject, types);
    }

    /** The same, locked against other transactions. */
    public List<BreakRecord> lockOpen(Handle handle, UUID subject, Collection<BreakType> types) {
        return open(handle, OPEN + " for update", subject, types);
    }

    private static List<BreakRecord> open(
            Handle handle, String statement, UUID subject, Collection<BreakType> types) {
        return handle.createQuery(statement)
                .bindArray("types", String.class, types.stream().map(BreakType::name).toList())
                .bind("subject", subject)
                .map((row, context) -> read(row))
                .list();
    }

    /** Writes where the work on a difference stands. */
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
                .bind("id", entry.id().value())
                .bind("state", entry.state().wire())
                .bind("owner", entry.owner())
                .bind("resolution", entry.resolution())
                .bind("resolvedBy", entry.resolvedBy())
                .bind("approvedBy", entry.approvedBy())
                .bind(
                        "closedAt",
                        entry.closedAt() == null ? null : entry.closedAt().atOffset(ZoneOffset.UTC))
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** Remembers who did what to a difference. */
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
                .bind("id", id.value())
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .bind("actor", actor)
                .bind("action", action)
                .bind("remark", remark)
                .execute();
    }

    /**
     * Amount carried in suspense for a record.
     *
     * @param record the row of the clearing record
     * @param owed true when it is what nobody was charged with
     */
    public record Suspended(UUID record, long minor, String currency, boolean owed) {}

    /**
     * Finds what is still in suspense for a clearing record: the balance of the account, if any.
     *
     * @param subject the identity of the record
     */
    public Optional<Suspended> suspended(Handle handle, UUID subject) {
        return handle.createQuery(
                        """
                        select subject, currency,
                               sum(case when debit_account = '1310' then amount_minor
                                        else -amount_minor end) as minor
                          from ledger_entry
                         where subject = (select id from clearing where identity = :subject)
                           and '1310' in (debit_account, credit_account)
                         group by subject, currency
                        having sum(case when debit_account = '1310' then amount_minor
                                        else -amount_minor end) <> 0
                        """)
                .bind("subject", subject)
                .map(
                        (row, context) ->
                                new Suspended(
                                        Rows.uuid(row, "subject"),
                                        Math.absExact(row.getLong("minor")),
                                        row.getString("currency"),
                                        row.getLong("minor") > 0))
                .findOne();
    }

    /** Says that what a bank moved otherwise than the networks say is written off. */
    public void writeOffBankDay(Handle handle, UUID subject) {
        handle.createUpdate(
                        """
                        update bank_day
                           set written_off_minor = bank_minor - network_minor
                         where subject = :subject
                        """)
                .bind("subject", subject)
                .execute();
    }

    /** Says that a clearing file is posted as it came. */
    public void writeOffFile(Handle handle, UUID subject) {
        handle.createUpdate("update clearing_file set written_off = true where subject = :subject")
                .bind("subject", subject)
                .execute();
    }

    /**
     * The date that is booked on between nights: the one after the last closed, whose night, or a
     * later one, sums what is booked. A night that is not complete has summed some of it already.
     *
     * @return empty while a night of the mode runs, or waits for its restart
     */
    public Optional<LocalDate> openDate(Handle handle, Mode mode, LocalDate today) {
        return NightGate.tryKeepOut(handle, mode)
                ? likelyOpenDate(handle, mode, today)
                : Optional.empty();
    }

    /**
     * The same for those who only look: it stands in the way of no night that is about to begin.
     *
     * @return empty while a night of the mode is not complete
     */
    public Optional<LocalDate> likelyOpenDate(Handle handle, Mode mode, LocalDate today) {
        return handle.createQuery(OPEN_DATE)
                .bind("mode", mode.wire())
                .bind("today", today)
                .mapTo(LocalDate.class)
                .findOne();
    }

    private static final String OPEN_DATE =
            """
            select case when newest.id is null then cast(:today as date)
                        when newest.closes then newest.business_date + 1
                        else newest.business_date end
              from (values (1)) one
              left join lateral (
                       select *
                         from night
                        where mode = :mode
                        order by id desc
                        limit 1) newest on true
             where coalesce(newest.state, 'completed') = 'completed'
            """;

    private static BreakRecord read(ResultSet row) throws SQLException {
        UUID card = Rows.uuidOrNull(row, "card_id");
        UUID transaction = Rows.uuidOrNull(row, "transaction_id");
        UUID clearing = Rows.uuidOrNull(row, "clearing_id");
        return new BreakRecord(
                new BreakId(Rows.uuid(row, "id")),
                BreakType.valueOf(row.getString("type")),
                Rows.wire(row, "severity", Severity.class),
                Rows.uuid(row, "subject"),
                row.getLong("amount_minor"),
                row.getString("currency"),
                Rows.wireOrNull(row, "mode", Mode.class),
                card == null ? null : new CardId(card),
                transaction == null ? null : new TransactionId(transaction),
                clearing == null ? null : IdText.write("clr_", clearing),
                Rows.wire(row, "state", BreakState.class),
                row.getObject("origin_date", LocalDate.class),
                row.getString("owner"),
                row.getString("resolution"),
                row.getString("resolved_by"),
                row.getString("approved_by"),
                Rows.instantOrNull(row, "closed_at"),
                row.getString("detail"));
    }
}
