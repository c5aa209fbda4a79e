package dev.countersign.reconcile.domain.account;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A caller's API key, as it is kept: by its hash.
 *
 * @param sha256 of the whole key, in hexadecimal digits
 * @param scopes what it may do
 * @param expiresAt from when it lets nobody in; null for never
 * @param revokedAt when it was taken back; null while it was not
 * @param lastUsedAt when it was last used, give or take a minute; null for never
 */
public record ApiKey(
        String id,
        Book book,
        String name,
        String sha256,
        List<String> scopes,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt) {}
