package dev.countersign.reconcile.store.console;

import dev.countersign.reconcile.domain.operator.ApprovalKind;
import dev.countersign.reconcile.domain.operator.ApprovalRequest;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Requests that wait for a second operator. */
public final class ApprovalStore {

    private static final String SELECT =
            """
            select kind, subject, amount_minor, reason, asked_by, asked_at
              from approval_request
             where kind = :kind
               and subject = :subject
            """;

    /** Finds the request that waits for a second operator, if there is one. */
    public Optional<ApprovalRequest> find(Handle handle, ApprovalKind kind, String subject) {
        return select(handle, SELECT, kind, subject);
    }

    /** Lists the requests of a kind, the oldest first. */
    public List<ApprovalRequest> list(Handle handle, ApprovalKind kind) {
        return handle.createQuery(
                        """
                        select kind, subject, amount_minor, reason, asked_by, asked_at
                          from approval_request
                         where kind = :kind
                         order by asked_at, subject
                        """)
                .bind("kind", kind)
                .mapTo(ApprovalRequest.class)
                .list();
    }

    /** The same; nobody else answers it until the transaction ends. */
    public Optional<ApprovalRequest> lock(Handle handle, ApprovalKind kind, String subject) {
        return select(handle, SELECT + " for update", kind, subject);
    }

    private static Optional<ApprovalRequest> select(
            Handle handle, String sql, ApprovalKind kind, String subject) {
        return handle.createQuery(sql)
                .bind("kind", kind)
                .bind("subject", subject)
                .mapTo(ApprovalRequest.class)
                .findOne();
    }

    /**
     * Keeps what is asked for, in the place of what the same operator asked before.
     *
     * @return false when another operator asks for it
     */
    public boolean upsertOwn(Handle handle, ApprovalRequest request) {
        return handle.createUpdate(
                                """
                                insert into approval_request as known
                                       (kind, subject, amount_minor, reason, asked_by, asked_at)
                                values (:kind, :subject, :amountMinor, :reason, :askedBy, :askedAt)
                                    on conflict (kind, subject) do update
                                   set amount_minor = excluded.amount_minor,
                                       reason = excluded.reason,
                                       asked_at = excluded.asked_at
                                 where known.asked_by = excluded.asked_by
                                """)
                        .bindMethods(request)
                        .execute()
                == 1;
    }

    /** Forgets what was asked for: it is answered. */
    public void delete(Handle handle, ApprovalKind kind, String subject) {
        handle.execute(
                """
                        delete from approval_request
                         where kind = ?
                           and subject = ?
                        """,
                kind,
                subject);
    }

    /** Deletes all requests of an operator. */
    public void deleteOf(Handle handle, String asker) {
        handle.execute("delete from approval_request where asked_by = ?", asker);
    }
}
