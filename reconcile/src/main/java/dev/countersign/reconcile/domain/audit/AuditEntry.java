package dev.countersign.reconcile.domain.audit;

import dev.countersign.reconcile.domain.text.Sha256;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the trail. Its seal is over everything in it and the seal of the entry before, so
 * that none can be changed, left out or put between without every later seal being another.
 *
 * @param number counts from 1 without gaps
 * @param at to the microsecond
 * @param key names the key of the seal; null for an entry of before there was one, whose seal is a
 *     plain SHA-256
 * @param previous the seal of the entry before
 */
public record AuditEntry(
        long number,
        Instant at,
        AuditAction action,
        @Nullable String key,
        String previous,
        String seal) {

    /** Value that the first entry holds in the place of the seal of the entry before. */
    public static final String BEGINNING = "0".repeat(64);

    private static final String FORM = "audit-entry-1";

    /** The same instant as precise as entries keep it. */
    public static Instant kept(Instant at) {
        return at.truncatedTo(ChronoUnit.MICROS);
    }

    /** Returns the content that the seal of an entry under a key covers. */
    public static byte[] content(
            long number, Instant at, AuditAction action, String key, String previous) {
        return SealedContent.of(
                FORM,
                key,
                previous,
                String.valueOf(number),
                at.toString(),
                action.actorKind().wire(),
                action.actor(),
                action.name(),
                action.subject(),
                action.remark());
    }

    /** True when the entry comes after one with this number and seal. */
    public boolean follows(long numberBefore, String sealBefore) {
        return number == numberBefore + 1 && previous.equals(sealBefore);
    }

    /** True for an entry without a key whose hash is right. */
    public boolean hashed() {
        return key == null && seal.equals(hash());
    }

    private String hash() {
        return Sha256.hex(
                SealedContent.of(
                        previous,
                        String.valueOf(number),
                        at.toString(),
                        action.actorKind().wire(),
                        action.actor(),
                        action.name(),
                        action.subject(),
                        action.remark()));
    }
}
