package dev.countersign.reconcile.vault;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Time-based one-time passwords (RFC 6238): six digits of HMAC-SHA1 over a secret and the number of
 * the half minute.
 */
public final class Totp {

    private static final String ALGORITHM = "HmacSHA1";
    private static final int STEP_SECONDS = 30;
    private static final int MODULUS = 1_000_000;

    /** A clock may be off by one half minute. */
    private static final int DRIFT = 1;

    private Totp() {}

    /** The code of a half minute. */
    static String code(byte[] secret, long step) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
            int offset = hash[hash.length - 1] & 0xf;
            int number = ByteBuffer.wrap(hash, offset, Integer.BYTES).getInt() & 0x7fff_ffff;
            return String.format(Locale.ROOT, "%06d", number % MODULUS);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** The code of now. */
    public static String codeAt(byte[] secret, Instant now) {
        return code(secret, step(now));
    }

    /**
     * The half minute that a code is of; empty when it is of none around now, or of one that was
     * used.
     *
     * @param used the last half minute of which a code was taken
     */
    public static OptionalLong match(byte[] secret, String code, Instant now, long used) {
        long current = step(now);
        OptionalLong found = OptionalLong.empty();
        for (long step = current - DRIFT; step <= current + DRIFT; step++) {
            boolean same =
                    MessageDigest.isEqual(
                            code(secret, step).getBytes(StandardCharsets.US_ASCII),
                            code.getBytes(StandardCharsets.UTF_8));
            if (same && step > used) {
                found = OptionalLong.of(step);
            }
        }
        return found;
    }

    private static long step(Instant now) {
        return Math.floorDiv(now.getEpochSecond(), STEP_SECONDS);
    }
}
