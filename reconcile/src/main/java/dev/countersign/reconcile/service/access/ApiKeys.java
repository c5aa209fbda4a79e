package dev.countersign.reconcile.service.access;

import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.account.ApiKey;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.text.Sha256;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.NotFound;
import dev.countersign.reconcile.store.issuing.ApiKeyStore;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

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

    private static final int SECRET_BYTES = 32;
    private static final int ID_DIGITS = 12;
    private static final int NAME_MAX = 100;

    private final Database database;
    private final ApiKeyStore keys = new ApiKeyStore();
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Instant> uses = new ConcurrentHashMap<>();

    public ApiKeys(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The owner of the key that a request carries, and what the key permits. */
    public record Caller(String keyId, Book book, Set<String> scopes) {}

    /**
     * A key to be made.
     *
     * @param scopes some of {@link #SCOPES}
     * @param expiresAt from when it lets nobody in; null for never
     */
    public record NewKey(
            Book book, String name, List<String> scopes, @Nullable Instant expiresAt) {}

    /**
     * A key that was made.
     *
     * @param text the key itself, which is not kept and cannot be had again
     */
    public record CreatedKey(ApiKey key, String text) {

        @Override
        public String toString() {
            return "API key " + key.id();
        }
    }

    public CreatedKey create(NewKey wanted) {
        return database.atomically(handle -> create(handle, wanted));
    }

    private CreatedKey create(Handle handle, NewKey wanted) {
        Instant now = clock.instant();
        requireSound(wanted, now);
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        String text = prefix(wanted.book().mode()) + HexFormat.of().formatHex(secret);
        String hash = Sha256.hex(text);
        ApiKey key =
                new ApiKey(
                        "key_" + hash.substring(0, ID_DIGITS),
                        wanted.book(),
                        wanted.name(),
                        hash,
                        SCOPES.stream().filter(wanted.scopes()::contains).toList(),
                        now,
                        wanted.expiresAt(),
                        null,
                        null);
        keys.insert(handle, key);
        AuditContext.setSubject(key.id());
        return new CreatedKey(key, text);
    }

    private static void requireSound(NewKey wanted, Instant now) {
        if (wanted.name().isBlank() || wanted.name().length() > NAME_MAX) {
            throw RequestRefusedException.invalid(
                    "name", "A key's name has 1 to " + NAME_MAX + " characters.");
        }
        if (wanted.scopes().isEmpty() || !SCOPES.containsAll(wanted.scopes())) {
            String unknown =
                    wanted.scopes().stream()
                            .filter(scope -> !SCOPES.contains(scope))
                            .collect(Collectors.joining(", "));
            throw RequestRefusedException.invalid(
                    "scopes",
                    (unknown.isEmpty() ? "A key has a scope" : "There is no scope " + unknown)
                            + "; the scopes are "
                            + String.join(", ", SCOPES)
                            + ".");
        }
        if (wanted.expiresAt() != null && !wanted.expiresAt().isAfter(now)) {
            throw RequestRefusedException.invalid("expires_at", "A key expires in the future.");
        }
    }

    /** All keys, those of an account together, oldest first. */
    public List<ApiKey> list() {
        return database.read(keys::list);
    }

    /**
     * Takes a key back: the next request that carries it is refused. One that was taken back before
     * stays as it is.
     */
    public ApiKey revoke(String id) {
        return database.atomically(handle -> revoke(handle, id));
    }

    private ApiKey revoke(Handle handle, String id) {
        ApiKey before = keys.lock(handle, id).orElseThrow(() -> NotFound.of("API key", "key_id"));
        if (before.revokedAt() == null) {
            keys.revoke(handle, id, clock.instant());
        }
        return keys.lock(handle, id).orElseThrow();
    }

    /** Finds the caller with this key; empty when the key is none of ours, revoked or expired. */
    public Optional<Caller> authenticate(String key) {
        String hash = Sha256.hex(key);
        Instant now = clock.instant();
        Optional<Caller> caller =
                database.read(handle -> keys.find(handle, hash))
                        .filter(found -> same(found.sha256(), hash))
                        .filter(found -> found.revokedAt() == null)
                        .filter(
                                found ->
                                        found.expiresAt() == null
                                                || now.isBefore(found.expiresAt()))
                        .map(
                                found ->
                                        new Caller(
                                                found.id(),
                                                found.book(),
                                                Set.copyOf(found.scopes())));
        caller.ifPresent(found -> uses.put(found.keyId(), now));
        return caller;
    }

    /**
     * Writes down when keys were used since this was done last; a request waits for no such write.
     */
    public void keepUses() {
        Map<String, Instant> seen = Map.copyOf(uses);
        if (!seen.isEmpty()) {
            database.doAtomically(handle -> keys.updateLastUsed(handle, seen));
            seen.forEach(uses::remove);
        }
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
}
