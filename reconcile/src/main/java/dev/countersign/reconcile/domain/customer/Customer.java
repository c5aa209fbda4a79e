package dev.countersign.reconcile.domain.customer;

import dev.countersign.reconcile.domain.id.CustomerId;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A holder of cards: a person or a company.
 *
 * @param externalId the caller's own identifier, unique within the account
 * @param phone in E.164 form; a wallet needs it
 */
public record Customer(
        CustomerId id,
        CustomerType type,
        @Nullable String externalId,
        Name name,
        @Nullable String email,
        @Nullable String phone,
        boolean active,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt) {

    /** A name, of which either part may be unknown. */
    public record Name(@Nullable String first, @Nullable String last) {

        public static final Name UNKNOWN = new Name(null, null);
    }
}
