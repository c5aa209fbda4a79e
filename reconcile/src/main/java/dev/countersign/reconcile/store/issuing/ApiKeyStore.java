package dev.countersign.reconcile.store.issuing;

import dev.countersign.reconcile.domain.account.ApiKey;
import dev.countersign.reconcile.store.sql.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** API keys: never the key, only its hash. */
public final class ApiKeyStore {

    private static final String SELECT =
            """
            select id, account_id, mode, name, key_sha256, scopes, created_at, expires_at, revoked_at,
                   last_used_at
              from api_key
            """;

    /** Keeps a new key. */
    public void insert(Handle handle, ApiKey key) {
        handle.createUpdate(
                        """
                        insert into api_key (id, account_id, mode, name, key_sha256, scopes,
                                             created_at, expires_at)
                        values (:id, :account, :mode, :name, :sha256, :scopes,
                                :createdAt, cast(:expiresAt as timestamptz))
                        """)
                .bindMethods(key)
                .bindMethods(key.book())
                .bind("sha256", HexFormat.of().parseHex(key.sha256()))
                .bindArray("scopes", String.class, key.scopes())
                .execute();
    }

    /** The key of a hash, revoked and expired ones too. */
    public Optional<ApiKey> find(Handle handle, String sha256) {
        return handle.select(SELECT + " where key_sha256 = ?", HexFormat.of().parseHex(sha256))
                .map((row, context) -> read(row))
                .findOne();
    }

    /** The key with an id; nobody else changes it until the transaction ends. */
    public Optional<ApiKey> lock(Handle handle, String id) {
        return handle.select(SELECT + " where id = ? for update", id)
                .map((row, context) -> read(row))
                .findOne();
    }

    /** All keys, those of an account together, oldest first. */
    public List<ApiKey> list(Handle handle) {
        return handle.createQuery(SELECT + " order by account_id, created_at, id")
                .map((row, context) -> read(row))
                .list();
    }

    /** Takes a key back. */
    public void revoke(Handle handle, String id, Instant at) {
        handle.execute("update api_key set revoked_at = ? where id = ?", at, id);
    }

    /** Keeps when keys were used; a later use that another process saw stays. */
    public void updateLastUsed(Handle handle, Map<String, Instant> uses) {
        PreparedBatch batch =
                handle.prepareBatch(
                        """
                        update api_key
                           set last_used_at = greatest(last_used_at, :at)
                         where id = :id
                        """);
        uses.forEach((id, at) -> batch.bind("id", id).bind("at", at).add());
        batch.execute();
    }

    private static ApiKey read(ResultSet row) throws SQLException {
        return new ApiKey(
                row.getString("id"),
                Rows.book(row),
                row.getString("name"),
                HexFormat.of().formatHex(row.getBytes("key_sha256")),
                Rows.texts(row, "scopes"),
                Rows.instant(row, "created_at"),
                Rows.instantOrNull(row, "expires_at"),
                Rows.instantOrNull(row, "revoked_at"),
                Rows.instantOrNull(row, "last_used_at"));
    }
}
