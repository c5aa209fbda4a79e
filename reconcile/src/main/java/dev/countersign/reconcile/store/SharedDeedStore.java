package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.operator.SharedDeed;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** What somebody asks a second person to agree to. */
public final class SharedDeedStore {

    private static final String SELECT =
            """
            select deed, subject, reason, asked_by, asked_at
              from shared_deed_request
             where deed = :deed
               and subject = :subject
            """;

    /**
     * What is asked for.
     *
     * @param subject what it would be done to
     */
    public record Request(
            SharedDeed deed, String subject, String reason, String askedBy, Instant askedAt) {}

    /** What waits for a second person, if anything does. */
    public Optional<Request> find(Handle handle, SharedDeed deed, String subject) {
        return select(handle, SELECT, deed, subject);
    }

    /** The same; nobody else answers it until the transaction ends. */
    public Optional<Request> lock(Handle handle, SharedDeed deed, String subject) {
        return select(handle, SELECT + " for update", deed, subject);
    }

    private static Optional<Request> select(
            Handle handle, String sql, SharedDeed deed, String subject) {
        return handle.createQuery(sql)
                .bind("deed", deed.wire())
                .bind("subject", subject)
                .map((row, context) -> read(row))
                .findOne();
    }

    /**
     * Keeps what is asked for.
     *
     * @return false when it is asked for already
     */
    public boolean insert(Handle handle, Request request) {
        return handle.createUpdate(
                                """
                                insert into shared_deed_request (deed, subject, reason, asked_by, asked_at)
                                values (:deed, :subject, :reason, :askedBy, :askedAt)
                                    on conflict do nothing
                                """)
                        .bind("deed", request.deed().wire())
                        .bind("subject", request.subject())
                        .bind("reason", request.reason())
                        .bind("askedBy", request.askedBy())
                        .bind("askedAt", request.askedAt().atOffset(ZoneOffset.UTC))
                        .execute()
                == 1;
    }

    /** Forgets what was asked for: it is answered. */
    public void delete(Handle handle, SharedDeed deed, String subject) {
        handle.createUpdate(
                        """
                        delete from shared_deed_request
                         where deed = :deed
                           and subject = :subject
                        """)
                .bind("deed", deed.wire())
                .bind("subject", subject)
                .execute();
    }

    private static Request read(ResultSet row) throws SQLException {
        return new Request(
                Rows.wire(row, "deed", SharedDeed.class),
                row.getString("subject"),
                row.getString("reason"),
                row.getString("asked_by"),
                Rows.instant(row, "asked_at"));
    }
}
