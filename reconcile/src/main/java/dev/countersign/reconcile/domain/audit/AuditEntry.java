package dev.countersign.reconcile.domain.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;

/**
 * One entry of the trail. Its hash is over everything in it and the hash of the entry before, so
 * that none can be changed, left out or put between without every later hash being another.
 *
 * @param number counts from 1 without gaps
 * @param at to the microsecond
 */
public record AuditEntry(
        long number, Instant at, AuditAction action, String previousSha256, String sha256) {

    /** What the first entry holds in the place of the hash of the one before. */
    public static final String BEGINNING = "0".repeat(64);

    /** The entry that follows on a hash. */
    public static AuditEntry following(
            long number, Instant at, AuditAction action, String previousSha256) {
        Instant kept = at.truncatedTo(ChronoUnit.MICROS);
        return new AuditEntry(
                number, kept, action, previousSha256, hash(number, kept, action, previousSha256));
    }

    /** True when the entry is what its hash was made of, and follows on this one. */
    public boolean follows(long numberBefore, String sha256Before) {
        return number == numberBefore + 1
                && previousSha256.equals(sha256Before)
                && sha256.equals(hash(number, at, action, previousSha256));
    }

    /** Each part goes in with its length, so that no two entries read the same. */
    private static String hash(long number, Instant at, AuditAction action, String previous) {
        MessageDigest digest = newDigest();
        for (String part :
                List.of(
                        previous,
                        String.valueOf(number),
                        at.toString(),
                        action.actorKind().wire(),
                        action.actor(),
                        action.name(),
                        action.subject(),
                        action.remark())) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
