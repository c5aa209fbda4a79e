package dev.countersign.reconcile.service.audit;

import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.vault.AuditSeals;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows the chain from its first entry as far as it is as it was sealed. */
final class ChainWalk {

    private final AuditSeals seals;
    private final Set<Long> wanted;
    private final @Nullable String wantedSeal;
    private final Map<Long, String> sealsByNumber = new HashMap<>();
    private long number;
    private long firstUnderAKey;
    private String seal = AuditEntry.BEGINNING;
    private int keyVersion;
    private boolean sealSeen;

    /**
     * Begins before the first entry.
     *
     * @param wanted the entries whose seals are remembered
     * @param wantedSeal a seal that is looked for; null for none
     */
    ChainWalk(AuditSeals seals, Set<Long> wanted, @Nullable String wantedSeal) {
        this.seals = seals;
        this.wanted = Set.copyOf(wanted);
        this.wantedSeal = wantedSeal;
    }

    /** Goes on to an entry; gives what is wrong with it, and then stays where it was. */
    Optional<String> step(AuditEntry entry) {
        String problem = problem(entry);
        if (problem != null) {
            return Optional.of("Entry " + (number + 1) + " of the audit trail " + problem);
        }
        number = entry.number();
        seal = entry.seal();
        if (entry.key() != null && firstUnderAKey == 0) {
            firstUnderAKey = number;
        }
        if (wanted.contains(number)) {
            sealsByNumber.put(number, seal);
        }
        sealSeen |= seal.equals(wantedSeal);
        return Optional.empty();
    }

    private @Nullable String problem(AuditEntry entry) {
        if (entry.number() != number + 1) {
            return "is missing.";
        }
        if (!entry.follows(number, seal)) {
            return "does not follow on the one before: something was taken out or put between.";
        }
        String key = entry.key();
        if (key == null) {
            if (keyVersion > 0) {
                return "has no key, and those before it have one: it was not written by the product.";
            }
            return entry.hashed() ? null : "is not as it was written.";
        }
        int version = AuditSeals.version(key).orElse(0);
        if (version > 0 && version < keyVersion) {
            return "is sealed under " + key + ", and one before it under a newer key.";
        }
        if (!seals.matches(entry)) {
            return seals.holds(key)
                    ? "is not as it was sealed, or was sealed under another key of that name."
                    : "is sealed under " + key + ", which is no key of this vault.";
        }
        keyVersion = version;
        return null;
    }

    long number() {
        return number;
    }

    String seal() {
        return seal;
    }

    /** The first entry with a key; 0 where there is none. */
    long firstUnderAKey() {
        return firstUnderAKey;
    }

    /** The seal of an entry that is wanted; empty where the chain does not get so far. */
    Optional<String> sealOf(long wantedNumber) {
        return Optional.ofNullable(sealsByNumber.get(wantedNumber));
    }

    /** True when an entry has the seal that is looked for. */
    boolean sealSeen() {
        return sealSeen;
    }
}
