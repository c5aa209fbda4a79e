package dev.countersign.reconcile.store.console;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.domain.audit.CheckpointCause;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Checkpoints of the audit trail, and how far each place outside the database has them. */
public final class AuditCheckpointStore {

    private static final String COLUMNS = "sequence, at, cause, entries, head, key, seal";

    /** The newest. */
    public Optional<AuditCheckpoint> last(Handle handle) {
        return handle.createQuery(
                        "select "
                                + COLUMNS
                                + " from audit_checkpoint order by sequence desc limit 1")
                .map((row, context) -> read(row))
                .findOne();
    }

    /** Those after one, in their order. */
    public List<AuditCheckpoint> after(Handle handle, long sequence, int limit) {
        return handle.createQuery(
                        "select "
                                + COLUMNS
                                + """
                                  from audit_checkpoint
                                 where sequence > :sequence
                                 order by sequence
                                 limit :limit
                                """)
                .bind("sequence", sequence)
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list();
    }

    /** Finds when the last night was complete for which no checkpoint was taken yet. */
    public Optional<Instant> nightSince(Handle handle) {
        return handle.createQuery(
                        """
                        select max(ended_at) as ended_at
                          from night
                         where state = 'completed'
                        having max(ended_at) > coalesce(
                                   (select max(night_at) from audit_checkpoint), '-infinity')
                        """)
                .map((row, context) -> Rows.instant(row, "ended_at"))
                .findOne();
    }

    /**
     * Keeps one.
     *
     * @param nightAt when the night was complete for which it was taken; null for none
     */
    public void insert(Handle handle, AuditCheckpoint checkpoint, @Nullable Instant nightAt) {
        handle.createUpdate(
                        "insert into audit_checkpoint ("
                                + COLUMNS
                                + ", night_at) values (:sequence, :at, :cause, :entries, :head,"
                                + " :key, :seal, cast(:nightAt as timestamptz))")
                .bind("sequence", checkpoint.sequence())
                .bind("at", checkpoint.at().atOffset(ZoneOffset.UTC))
                .bind("cause", checkpoint.cause().wire())
                .bind("entries", checkpoint.entries())
                .bind("head", checkpoint.head())
                .bind("key", checkpoint.key())
                .bind("seal", checkpoint.seal())
                .bind("nightAt", utc(nightAt))
                .execute();
    }

    /** The last one that a place has got; empty where it is not known here. */
    public Optional<Long> delivered(Handle handle, String place) {
        return handle.createQuery("select sequence from audit_delivery where place = :place")
                .bind("place", place)
                .mapTo(Long.class)
                .findOne();
    }

    /** The last one that any place of a kind has got; 0 where there is none. */
    public long deliveredToAny(Handle handle, String kind) {
        return handle.createQuery(
                        """
                        select coalesce(max(sequence), 0)
                          from audit_delivery
                         where starts_with(place, :kind)
                        """)
                .bind("kind", kind)
                .mapTo(Long.class)
                .one();
    }

    /** Says that a place has got all up to one. */
    public void updateDelivered(Handle handle, String place, long sequence) {
        handle.createUpdate(
                        """
                        insert into audit_delivery as known (place, sequence)
                        values (:place, :sequence)
                            on conflict (place) do update
                           set sequence = greatest(known.sequence, excluded.sequence)
                        """)
                .bind("place", place)
                .bind("sequence", sequence)
                .execute();
    }

    private static @Nullable OffsetDateTime utc(@Nullable Instant at) {
        return at == null ? null : at.atOffset(ZoneOffset.UTC);
    }

    private static AuditCheckpoint read(ResultSet row) throws SQLException {
        return new AuditCheckpoint(
                row.getLong("sequence"),
                Rows.instant(row, "at"),
                Rows.wire(row, "cause", CheckpointCause.class),
                row.getLong("entries"),
                row.getString("head"),
                row.getString("key"),
                row.getString("seal"));
    }
}
