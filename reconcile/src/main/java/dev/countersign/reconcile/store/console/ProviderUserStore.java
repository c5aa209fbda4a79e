package dev.countersign.reconcile.store.console;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** The users of an identity provider that operators are. */
public final class ProviderUserStore {

    /** True where an operator and a user belong to each other, or to nobody yet. */
    public boolean admits(Handle handle, String operator, String issuer, String subject) {
        return handle.createQuery(
                        """
                        select not exists (
                            select
                              from operator_provider_user
                             where (operator = :operator) <> (issuer = :issuer and subject = :subject))
                        """)
                .bind("operator", operator)
                .bind("issuer", issuer)
                .bind("subject", subject)
                .mapTo(Boolean.class)
                .one();
    }

    /** True where they belong to each other. */
    public boolean isBound(Handle handle, String operator, String issuer, String subject) {
        return handle.createQuery(
                        """
                        select exists (
                            select
                              from operator_provider_user
                             where operator = :operator
                               and issuer = :issuer
                               and subject = :subject)
                        """)
                .bind("operator", operator)
                .bind("issuer", issuer)
                .bind("subject", subject)
                .mapTo(Boolean.class)
                .one();
    }

    /** Links the two, unless one of them is linked already. */
    public void insert(Handle handle, String operator, String issuer, String subject, Instant now) {
        handle.createUpdate(
                        """
                        insert into operator_provider_user (operator, issuer, subject, bound_at)
                        values (:operator, :issuer, :subject, :now)
                            on conflict do nothing
                        """)
                .bind("operator", operator)
                .bind("issuer", issuer)
                .bind("subject", subject)
                .bind("now", now)
                .execute();
    }
}
