package dev.countersign.facade.administer.access;

import dev.countersign.facade.output.Columns;
import dev.countersign.reconcile.domain.account.ApiKey;
import dev.countersign.reconcile.service.access.ApiKeys;
import java.time.Instant;
import java.util.List;

/** A key as it is listed; the key itself is kept nowhere. */
record KeyRow(ApiKey key, Instant now) {

    static final Columns<KeyRow> COLUMNS =
            Columns.<KeyRow>of()
                    .text("id", row -> row.key().id())
                    .text("name", row -> row.key().name())
                    .text("mode", row -> row.key().book().mode().wire())
                    .text("state", KeyRow::state)
                    .words("scopes", row -> row.key().scopes(), KeyRow::inShort)
                    .time("created_at", row -> row.key().createdAt())
                    .time("expires_at", row -> row.key().expiresAt())
                    .time("revoked_at", row -> row.key().revokedAt())
                    .time("last_used_at", row -> row.key().lastUsedAt())
                    .text("account_id", row -> row.key().book().account())
                    .details(
                            "scopes",
                            "expires_at",
                            "last_used_at",
                            "revoked_at",
                            "created_at",
                            "account_id");

    private String state() {
        Instant expiresAt = key.expiresAt();
        if (key.revokedAt() != null) {
            return "revoked";
        }
        return expiresAt == null || now.isBefore(expiresAt) ? "active" : "expired";
    }

    static String inShort(List<String> scopes) {
        return scopes.containsAll(ApiKeys.SCOPES) ? "all" : String.join(" ", scopes);
    }
}
