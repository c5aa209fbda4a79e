package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.store.ApiKeyStore;
import dev.countersign.reconcile.store.ApiKeyStore.StoredKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Keys for the REST interface: 256 random bits, shown once, kept as a hash. */
public final class ApiKeys {

    /** Everything a key may be allowed. */
    public static final List<String> SCOPES =
            List.of(
                    "programs:read",
                    "customers:read",
                    "customers:write",
                    "cards:read",
                    "cards:write",
                    "controls:read",
                    "controls:write",
                    "wallets:read",
                    "wallets:write",
                    "orders:read",
                    "orders:write",
                    "pins:read",
                    "pins:write",
                    "transactions:read",
                    "disputes:read",
                    "disputes:write");

    private final Database database;
    private final ApiKeyStore keys;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    public ApiKeys(Database database, ApiKeyStore keys, InstantSource clock) {
        this.database = database;
        this.keys = keys;
        this.clock = clock;
    }

    /** Whose key a request carries, and what it may do. */
    public record Caller(String keyId, Book book, Set<String> scopes) {}

    /** Makes a key with all scopes; the text is not kept and cannot be had again. */
    String issue(Handle handle, AccountId account, Mode mode, String name, Instant at) {
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        String key = prefix(mode) + HexFormat.of().formatHex(secret);
        String hash = sha256(key);
        keys.insert(
                handle,
                new StoredKey(
                        "key_" + hash.substring(0, 12),
                        account,
                        mode,
                        hash,
                        Set.copyOf(SCOPES),
                        null,
                        null),
                name,
                SCOPES,
                at);
        return key;
    }

    /** Who calls with this key; empty when it is none of ours, revoked or expired. */
    public Optional<Caller> authenticate(String key) {
        String hash = sha256(key);
        Instant now = clock.instant();
        return database.read(handle -> keys.find(handle, hash))
                .filter(found -> same(found.sha256(), hash))
                .filter(found -> found.revokedAt() == null)
                .filter(found -> found.expiresAt() == null || now.isBefore(found.expiresAt()))
                .map(
                        found ->
                                new Caller(
                                        found.id(),
                                        new Book(found.account(), found.mode()),
                                        found.scopes()));
    }

    private static String prefix(Mode mode) {
        return switch (mode) {
            case LIVE -> "sk_live_";
            case SANDBOX -> "sk_test_";
        };
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(
                one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
    }

    private static String sha256(String key) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
