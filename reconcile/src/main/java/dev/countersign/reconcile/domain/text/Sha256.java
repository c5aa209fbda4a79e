package dev.countersign.reconcile.domain.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash SHA-256, which every Java platform has; texts are hashed in UTF-8. */
public final class Sha256 {

    private Sha256() {}

    /** Begins the hash of something that is read piece by piece. */
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the 32 bytes of the hash of a text. */
    public static byte[] of(String text) {
        return begin().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the hash of a text in 64 hexadecimal digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }

    /** Returns the hash of bytes in 64 hexadecimal digits. */
    public static String hex(byte[] content) {
        return HexFormat.of().formatHex(begin().digest(content));
    }
}
