package dev.countersign.reconcile.vault;

import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.CheckpointCause;
import dev.countersign.reconcile.vault.key.KeyName;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.KeyUse;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Seals entries and checkpoints of the audit trail: HMAC-SHA-256 under a key that the database does
 * not have.
 */
public final class AuditSeals {

    private final KeyProvider keys;

    public AuditSeals(KeyProvider keys) {
        this.keys = keys;
    }

    /**
     * The key for the next seal: the newest that is known here, and never an older one than the
     * last, which another process may have made.
     *
     * @param last names the key of the last seal; null where there is none yet, and then the first
     *     key is made if need be
     */
    public KeyName keyAfter(@Nullable String last) {
        KeyName known = find(last).orElse(null);
        if (known == null) {
            return newestOrFirst();
        }
        KeyName newest = keys.newest(KeyUse.AUDIT_TRAIL);
        return known.version() > newest.version() ? known : newest;
    }

    private KeyName newestOrFirst() {
        try {
            return keys.newest(KeyUse.AUDIT_TRAIL);
        } catch (KeysRefusedException none) {
            return keys.add(KeyUse.AUDIT_TRAIL);
        }
    }

    /**
     * Makes sure that these are the keys of a trail before anything is added to it: else its
     * entries of before and of after would be sealed under two keys of one name.
     *
     * @throws KeysRefusedException unless the last entry and the last checkpoint are as they were
     *     sealed
     */
    public void requireOurs(@Nullable AuditEntry entry, @Nullable AuditCheckpoint checkpoint) {
        if (entry != null && entry.key() != null && !matches(entry)) {
            throw notOurs("entry " + entry.number(), entry.key());
        }
        if (checkpoint != null && !matches(checkpoint)) {
            throw notOurs("checkpoint " + checkpoint.sequence(), checkpoint.key());
        }
    }

    private static KeysRefusedException notOurs(String what, String key) {
        return new KeysRefusedException(
                "Nothing is sealed: %s of the audit trail is not as the %s of these keys seals it. Either they are the keys of another database, or a copy that lacks this one, or what is last was changed; 'audit verify' under the right keys tells."
                        .formatted(what, key));
    }

    /** Makes a successor of the key; what is sealed under the older ones stays verifiable. */
    public KeyName renew() {
        return keys.add(KeyUse.AUDIT_TRAIL);
    }

    /** The entry that follows on one. */
    public AuditEntry entry(
            KeyName key, long number, Instant at, AuditAction action, String previous) {
        Instant kept = AuditEntry.kept(at);
        String name = key.toString();
        String seal = seal(key, AuditEntry.content(number, kept, action, name, previous));
        return new AuditEntry(number, kept, action, name, previous, seal);
    }

    /** A checkpoint of the trail as it is. */
    public AuditCheckpoint checkpoint(
            KeyName key,
            long sequence,
            Instant at,
            CheckpointCause cause,
            long entries,
            String head) {
        Instant kept = AuditEntry.kept(at);
        String name = key.toString();
        String seal =
                seal(key, AuditCheckpoint.content(sequence, kept, cause, entries, head, name));
        return new AuditCheckpoint(sequence, kept, cause, entries, head, name, seal);
    }

    /** True when the entry is as it was sealed, under a key of ours. */
    public boolean matches(AuditEntry entry) {
        String name = entry.key();
        return name != null
                && matches(
                        name,
                        AuditEntry.content(
                                entry.number(), entry.at(), entry.action(), name, entry.previous()),
                        entry.seal());
    }

    /** True when the checkpoint is as it was sealed, under a key of ours. */
    public boolean matches(AuditCheckpoint checkpoint) {
        return matches(
                checkpoint.key(),
                AuditCheckpoint.content(
                        checkpoint.sequence(),
                        checkpoint.at(),
                        checkpoint.cause(),
                        checkpoint.entries(),
                        checkpoint.head(),
                        checkpoint.key()),
                checkpoint.seal());
    }

    /** The version of a key of the trail; empty for any other name. */
    public static Optional<Integer> version(@Nullable String name) {
        return find(name).map(KeyName::version);
    }

    /** True when the key is there. */
    public boolean holds(String name) {
        KeyName key = find(name).orElse(null);
        if (key == null) {
            return false;
        }
        try {
            var unused = keys.mac(key, new byte[0]);
            return true;
        } catch (KeysRefusedException e) {
            return false;
        }
    }

    private boolean matches(String name, byte[] content, String seal) {
        KeyName key = find(name).orElse(null);
        if (key == null) {
            return false;
        }
        try {
            return MessageDigest.isEqual(
                    seal(key, content).getBytes(StandardCharsets.US_ASCII),
                    seal.getBytes(StandardCharsets.US_ASCII));
        } catch (KeysRefusedException e) {
            return false;
        }
    }

    private static Optional<KeyName> find(@Nullable String name) {
        return name == null
                ? Optional.empty()
                : KeyName.parse(name).filter(key -> key.use() == KeyUse.AUDIT_TRAIL);
    }

    private String seal(KeyName key, byte[] content) {
        return HexFormat.of().formatHex(keys.mac(key, content));
    }
}
