package dev.countersign.reconcile.store.feed;

import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.quarantine.QuarantineEntry;
import dev.countersign.reconcile.domain.quarantine.QuarantineFilter;
import dev.countersign.reconcile.domain.quarantine.QuarantinedMessage;
import dev.countersign.reconcile.domain.quarantine.QuarantinedMessage.State;
import dev.countersign.reconcile.store.sql.KeyOrder;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** Messages that could not be read, and what became of them. */
public final class QuarantineStore {

    private static final String SELECT =
            """
            select id, feed_partition, feed_offset, received_at, reason, detail, message_key, body,
                   state, closed_by, closed_at, remark
              from quarantined_message
            """;

    /** Keeps messages; one that is kept already stays as it is. */
    public void insert(Handle handle, List<QuarantinedMessage> messages) {
        PreparedBatch batch =
                handle.prepareBatch(
                        """
                        insert into quarantined_message (feed_partition, feed_offset, received_at,
                                                         reason, detail, message_key, body, state)
                        values (:partition, :offset, :receivedAt, :reason, :detail, :key, :body,
                                'waiting')
                            on conflict (feed_partition, feed_offset, received_at) do nothing
                        """);
        for (QuarantinedMessage each : messages) {
            batch.bindMethods(each)
                    .bind("partition", each.offset().partition())
                    .bind("offset", each.offset().offset())
                    .add();
        }
        if (!messages.isEmpty()) {
            var unused = batch.execute();
        }
    }

    private static final KeyOrder NEWEST_FIRST = KeyOrder.descending("id");

    /** Those that fit, the newest first, from a position on: at most so many. */
    public List<QuarantineEntry> list(
            Handle handle, QuarantineFilter filter, ListPosition<Long> at, int limit) {
        Query query =
                handle.createQuery(
                                SELECT
                                        + """
                                         where (state = 'waiting') = :waiting
                                           and (cast(:reason as text) is null or reason = :reason)
                                        """
                                        + NEWEST_FIRST.page(at, ":row"))
                        .bind("waiting", filter.waiting())
                        .bind("reason", filter.reason())
                        .bind("limit", limit);
        if (at.row() != null) {
            query.bind("row", at.row());
        }
        return at.inOrder(query.map((row, context) -> read(row)).list());
    }

    /**
     * Counts the messages that wait.
     *
     * @param most no more are counted
     */
    public long countWaiting(Handle handle, int most) {
        return handle.createQuery(
                        """
                        select count(*)
                          from (select
                                  from quarantined_message
                                 where state = 'waiting'
                                 limit :most) waiting
                        """)
                .bind("most", most)
                .mapTo(Long.class)
                .one();
    }

    public Optional<QuarantineEntry> find(Handle handle, long id) {
        return handle.createQuery(SELECT + " where id = :id")
                .bind("id", id)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** One message; nobody else answers it until the transaction ends. */
    public Optional<QuarantineEntry> lock(Handle handle, long id) {
        return handle.createQuery(SELECT + " where id = :id for update")
                .bind("id", id)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** Says what became of one. */
    public void close(
            Handle handle, long id, State state, String by, Instant at, @Nullable String remark) {
        handle.createUpdate(
                        """
                        update quarantined_message
                           set state = :state,
                               closed_by = :by,
                               closed_at = :at,
                               remark = :remark
                         where id = :id
                        """)
                .bind("id", id)
                .bind("state", state.wire())
                .bind("by", by)
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .bind("remark", remark)
                .execute();
    }

    private static QuarantineEntry read(ResultSet row) throws SQLException {
        return new QuarantineEntry(
                row.getLong("id"),
                new QuarantinedMessage(
                        Rows.feedOffset(row),
                        Rows.instant(row, "received_at"),
                        row.getString("reason"),
                        row.getString("detail"),
                        row.getString("message_key"),
                        row.getString("body")),
                Rows.wire(row, "state", State.class),
                row.getString("closed_by"),
                Rows.instantOrNull(row, "closed_at"),
                row.getString("remark"));
    }
}
