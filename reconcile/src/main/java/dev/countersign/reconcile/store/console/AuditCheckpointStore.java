package dev.countersign.reconcile.store.console;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Checkpoints of the audit trail, and how far each place outside the database has them. */
public final class AuditCheckpointStore {

    private static final String SELECT =
            "select sequence, at, cause, entries, head, key, seal from audit_checkpoint ";

    public Optional<AuditCheckpoint> last(Handle handle) {
        return handle.createQuery(SELECT + "order by sequence desc limit 1")
                .mapTo(AuditCheckpoint.class)
                .findOne();
    }

    /** Those after one, in their order. */
    public List<AuditCheckpoint> after(Handle handle, long sequence, int limit) {
        return handle.createQuery(
                        SELECT
                                + """
                                   where sequence > :sequence
                                   order by sequence
                                   limit :limit
                                  """)
                .bind("sequence", sequence)
                .bind("limit", limit)
                .mapTo(AuditCheckpoint.class)
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
                .mapTo(Instant.class)
                .findOne();
    }

    /**
     * Keeps one.
     *
     * @param nightAt when the night was complete for which it was taken; null for none
     */
    public void insert(Handle handle, AuditCheckpoint checkpoint, @Nullable Instant nightAt) {
        handle.createUpdate(
                        """
                        insert into audit_checkpoint (sequence, at, cause, entries, head, key, seal,
                                                      night_at)
                        values (:sequence, :at, :cause, :entries, :head, :key, :seal,
                                cast(:nightAt as timestamptz))
                        """)
                .bindMethods(checkpoint)
                .bind("nightAt", nightAt)
                .execute();
    }

    /** The last one that a place has got; empty where it is not known here. */
    public Optional<Long> delivered(Handle handle, String place) {
        return handle.select("select sequence from audit_delivery where place = ?", place)
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
        handle.execute(
                """
                        insert into audit_delivery as known (place, sequence)
                        values (?, ?)
                            on conflict (place) do update
                           set sequence = greatest(known.sequence, excluded.sequence)
                        """,
                place,
                sequence);
    }
}
