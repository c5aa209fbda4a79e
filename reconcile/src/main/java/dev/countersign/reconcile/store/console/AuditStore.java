package dev.countersign.reconcile.store.console;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.AuditFilter;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.store.sql.KeyOrder;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;

/** The trail of what people and keys changed. */
public final class AuditStore {

    /** Held while an entry is appended to the chain. */
    private static final long CHAIN = 4_020_261_030L;

    private static final int SOURCES_MAX = 5;

    private static final String COLUMNS =
            "number, at, actor_kind, actor, action, subject, remark, key, previous, seal";

    /** Writes what was done beside what it changed. */
    public void insert(Handle handle, AuditAction action, Instant at) {
        handle.createUpdate(
                        """
                        insert into audit_inbox (at, actor_kind, actor, action, subject, remark)
                        values (:at, :actorKind, :actor, :name, :subject, :remark)
                        """)
                .bindMethods(action)
                .bind("at", at)
                .execute();
    }

    /** An entry that was written and is not in the chain yet. */
    public record WaitingEntry(long id, Instant at, AuditAction action) {}

    /**
     * An event that happened several times within a minute.
     *
     * @param sources some of where it came from
     */
    public record Repeat(
            String name,
            ActorKind actorKind,
            String actor,
            Instant lastAt,
            long times,
            List<String> sources) {

        /** The one entry that stands for all of them. */
        public AuditAction action() {
            String remark =
                    (times == 1 ? "once" : times + " times within a minute")
                            + ", from "
                            + String.join(", ", sources);
            return new AuditAction(actorKind, actor, name, "", remark);
        }
    }

    /** Adds one to what happened within the minute. */
    public void count(Handle handle, Repeat once) {
        handle.createUpdate(
                        """
                        insert into audit_repeat as known
                               (action, actor_kind, actor, minute, last_at, times, sources)
                        values (:name, :actorKind, :actor, :minute, :lastAt, :times, :sources)
                            on conflict (action, actor_kind, actor, minute) do update
                           set last_at = greatest(known.last_at, excluded.last_at),
                               times = known.times + excluded.times,
                               sources = case
                                   when cardinality(known.sources) >= :sourcesMax
                                        or known.sources @> excluded.sources then known.sources
                                   else known.sources || excluded.sources
                               end
                        """)
                .bindMethods(once)
                .bind("minute", once.lastAt().truncatedTo(ChronoUnit.MINUTES))
                .bindArray("sources", String.class, once.sources())
                .bind("sourcesMax", SOURCES_MAX)
                .execute();
    }

    /** Takes what happened in the minutes that are over. */
    public List<Repeat> takeRepeats(Handle handle, Instant now, int limit) {
        return handle.createQuery(
                        """
                        with taken as (
                            delete from audit_repeat
                             where (action, actor_kind, actor, minute) in (
                                       select action, actor_kind, actor, minute
                                         from audit_repeat
                                        where minute < :thisMinute
                                        order by minute, action, actor_kind, actor
                                        limit :limit)
                            returning action, actor_kind, actor, last_at, times, sources)
                        select action as name, actor_kind, actor, last_at, times, sources
                          from taken
                         order by last_at, action, actor
                        """)
                .bind("thisMinute", now.truncatedTo(ChronoUnit.MINUTES))
                .bind("limit", limit)
                .mapTo(Repeat.class)
                .list();
    }

    /** Nobody else appends to the chain until the transaction ends. */
    public void lockChain(Handle handle) {
        handle.execute("select pg_advisory_xact_lock(?)", CHAIN);
    }

    /** The oldest that wait. */
    public List<WaitingEntry> waiting(Handle handle, int limit) {
        return handle.createQuery(
                        """
                        select id, at, actor_kind, actor, action, subject, remark
                          from audit_inbox
                         order by id
                         limit :limit
                        """)
                .bind("limit", limit)
                .map(
                        (row, context) ->
                                new WaitingEntry(
                                        row.getLong("id"), Rows.instant(row, "at"), action(row)))
                .list();
    }

    /** The end of the chain. */
    public Optional<AuditEntry> last(Handle handle) {
        return list(handle, new AuditFilter(null, null), ListPosition.start(), 1).stream()
                .findFirst();
    }

    /** Appends entries to the chain in the place of what waited. */
    public void append(Handle handle, List<AuditEntry> entries, List<WaitingEntry> waited) {
        PreparedBatch batch =
                handle.prepareBatch(
                        "insert into audit_entry ("
                                + COLUMNS
                                + ") values (:number, :at, :actorKind, :actor, :name, :subject,"
                                + " :remark, :key, :previous, :seal)");
        entries.forEach(entry -> batch.bindMethods(entry).bindMethods(entry.action()).add());
        batch.execute();
        handle.createUpdate("delete from audit_inbox where id = any(:ids)")
                .bindArray("ids", Long.class, waited.stream().map(WaitingEntry::id).toList())
                .execute();
    }

    private static final KeyOrder NEWEST_FIRST = KeyOrder.descending("number");

    /** Those that fit, the newest first, from a position on: at most so many. */
    public List<AuditEntry> list(
            Handle handle, AuditFilter filter, ListPosition<Long> at, int limit) {
        Query query =
                handle.createQuery(
                                "select "
                                        + COLUMNS
                                        + """
                                          from audit_entry
                                         where (cast(:actor as text) is null or actor = :actor)
                                           and (cast(:subject as text) is null or subject = :subject)
                                        """
                                        + NEWEST_FIRST.page(at, ":row"))
                        .bind("actor", filter.actor())
                        .bind("subject", filter.subject())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row());
        }
        return at.inOrder(query.map((row, context) -> read(row)).list());
    }

    /** The entries after a number, in their order. */
    public List<AuditEntry> after(Handle handle, long number, int limit) {
        return handle.select(
                        "select "
                                + COLUMNS
                                + " from audit_entry where number > ? order by number limit ?",
                        number,
                        limit)
                .map((row, context) -> read(row))
                .list();
    }

    private static AuditEntry read(ResultSet row) throws SQLException {
        return new AuditEntry(
                row.getLong("number"),
                Rows.instant(row, "at"),
                action(row),
                row.getString("key"),
                row.getString("previous"),
                row.getString("seal"));
    }

    private static AuditAction action(ResultSet row) throws SQLException {
        return new AuditAction(
                Rows.wire(row, "actor_kind", ActorKind.class),
                row.getString("actor"),
                row.getString("action"),
                row.getString("subject"),
                row.getString("remark"));
    }
}
