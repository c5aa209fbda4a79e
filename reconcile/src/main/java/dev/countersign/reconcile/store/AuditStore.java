package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.Deed;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** The trail of what people and keys changed. */
public final class AuditStore {

    /** Held by whoever appends to the chain. */
    private static final long CHAIN = 4_020_261_030L;

    private static final String COLUMNS =
            "number, at, actor_kind, actor, action, subject, remark, previous_sha256, sha256";

    /** Writes what was done beside what it changed. */
    public void insert(Handle handle, Deed deed, Instant at) {
        handle.createUpdate(
                        """
                        insert into audit_inbox (at, actor_kind, actor, action, subject, remark)
                        values (:at, :actorKind, :actor, :action, :subject, :remark)
                        """)
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .bind("actorKind", deed.actorKind().wire())
                .bind("actor", deed.actor())
                .bind("action", deed.action())
                .bind("subject", deed.subject())
                .bind("remark", deed.remark())
                .execute();
    }

    /** What was written and is not in the chain yet. */
    public record Waiting(long id, Instant at, Deed deed) {}

    /** The oldest that wait; nobody else appends until the transaction ends. */
    public List<Waiting> lockWaiting(Handle handle, int limit) {
        handle.execute("select pg_advisory_xact_lock(?)", CHAIN);
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
                                new Waiting(row.getLong("id"), Rows.instant(row, "at"), deed(row)))
                .list();
    }

    /** The end of the chain. */
    public Optional<AuditEntry> last(Handle handle) {
        return list(handle, new Filter(null, null), null, 1).stream().findFirst();
    }

    /** Appends entries to the chain in the place of what waited. */
    public void append(Handle handle, List<AuditEntry> entries, List<Waiting> waited) {
        PreparedBatch batch =
                handle.prepareBatch(
                        "insert into audit_entry ("
                                + COLUMNS
                                + ") values (:number, :at, :actorKind, :actor, :action, :subject,"
                                + " :remark, :previous, :sha256)");
        for (AuditEntry entry : entries) {
            batch.bind("number", entry.number())
                    .bind("at", entry.at().atOffset(ZoneOffset.UTC))
                    .bind("actorKind", entry.deed().actorKind().wire())
                    .bind("actor", entry.deed().actor())
                    .bind("action", entry.deed().action())
                    .bind("subject", entry.deed().subject())
                    .bind("remark", entry.deed().remark())
                    .bind("previous", entry.previousSha256())
                    .bind("sha256", entry.sha256())
                    .add();
        }
        batch.execute();
        handle.createUpdate("delete from audit_inbox where id = any(:ids)")
                .bindArray("ids", Long.class, waited.stream().map(Waiting::id).toList())
                .execute();
    }

    /** Which entries are wanted; null asks for all. */
    public record Filter(@Nullable String actor, @Nullable String subject) {}

    /**
     * The newest that fit.
     *
     * @param before older than this one; null begins with the newest
     */
    public List<AuditEntry> list(Handle handle, Filter filter, @Nullable Long before, int limit) {
        return handle.createQuery(
                        "select "
                                + COLUMNS
                                + """
                                  from audit_entry
                                 where (cast(:actor as text) is null or actor = :actor)
                                   and (cast(:subject as text) is null or subject = :subject)
                                   and (cast(:before as bigint) is null or number < :before)
                                 order by number desc
                                 limit :limit
                                """)
                .bind("actor", filter.actor())
                .bind("subject", filter.subject())
                .bind("before", before)
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list();
    }

    /** The entries after a number, in their order. */
    public List<AuditEntry> after(Handle handle, long number, int limit) {
        return handle.createQuery(
                        "select "
                                + COLUMNS
                                + " from audit_entry where number > :number order by number limit :limit")
                .bind("number", number)
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list();
    }

    private static AuditEntry read(ResultSet row) throws SQLException {
        return new AuditEntry(
                row.getLong("number"),
                Rows.instant(row, "at"),
                deed(row),
                row.getString("previous_sha256"),
                row.getString("sha256"));
    }

    private static Deed deed(ResultSet row) throws SQLException {
        return new Deed(
                Rows.wire(row, "actor_kind", ActorKind.class),
                row.getString("actor"),
                row.getString("action"),
                row.getString("subject"),
                row.getString("remark"));
    }
}
