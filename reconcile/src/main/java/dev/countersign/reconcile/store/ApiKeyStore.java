package dev.countersign.reconcile.store;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** API keys: never the key, only its hash. */
public final class ApiKeyStore {

    /**
     * A key as it is kept.
     *
     * @param sha256 of the whole key, in hexadecimal digits
     */
    public record StoredKey(
            String id,
            AccountId account,
            Mode mode,
            String sha256,
            Set<String> scopes,
            @Nullable Instant expiresAt,
            @Nullable Instant revokedAt) {}

    /** Keeps a new key. */
    public void insert(Handle handle, StoredKey key, String name, List<String> scopes, Instant at) {
        handle.createUpdate(
                        """
                        insert into api_key (id, account_id, mode, name, key_sha256, scopes, created_at)
                        values (:id, :account, :mode, :name, :sha256, :scopes, :at)
                        """)
                .bind("id", key.id())
                .bind("account", key.account().value())
                .bind("mode", key.mode().wire())
                .bind("name", name)
                .bind("sha256", HexFormat.of().parseHex(key.sha256()))
                .bindArray("scopes", String.class, scopes)
                .bind("at", at.atOffset(ZoneOffset.UTC))
                .execute();
    }

    /** The key of a hash, revoked and expired ones too. */
    public Optional<StoredKey> find(Handle handle, String sha256) {
        return handle.createQuery(
                        """
                        select id, account_id, mode, key_sha256, scopes, expires_at, revoked_at
                          from api_key
                         where key_sha256 = :sha256
                        """)
                .bind("sha256", HexFormat.of().parseHex(sha256))
                .map((row, context) -> read(row))
                .findOne();
    }

    private static StoredKey read(ResultSet row) throws SQLException {
        return new StoredKey(
                row.getString("id"),
                new AccountId(Rows.uuid(row, "account_id")),
                Rows.wire(row, "mode", Mode.class),
                HexFormat.of().formatHex(row.getBytes("key_sha256")),
                Set.copyOf(Rows.texts(row, "scopes")),
                Rows.instantOrNull(row, "expires_at"),
                Rows.instantOrNull(row, "revoked_at"));
    }
}
