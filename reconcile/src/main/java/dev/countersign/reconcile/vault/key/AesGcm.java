package dev.countersign.reconcile.vault.key;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * AES in Galois/counter mode: a random nonce of 96 bits, the ciphertext, a tag of 128 bits. Random
 * nonces are safe for 2^32 messages under one key (NIST SP 800-38D, 8.3).
 */
public final class AesGcm {

    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;

    private final @Nullable Provider provider;
    private final SecureRandom random;

    /** With a provider of the platform, or whichever knows the key. */
    public AesGcm(@Nullable Provider provider, SecureRandom random) {
        this.provider = provider;
        this.random = random;
    }

    public byte[] seal(Key key, byte[] plaintext, byte[] context) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, context);
            byte[] encrypted = cipher.doFinal(plaintext);
            byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + encrypted.length);
            System.arraycopy(encrypted, 0, sealed, NONCE_BYTES, encrypted.length);
            return sealed;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM does not encrypt", e);
        }
    }

    /** Empty when a bit of it is another, or the key, or the context. */
    public Optional<byte[]> open(Key key, byte[] sealed, byte[] context) {
        if (sealed.length < NONCE_BYTES + TAG_BYTES) {
            return Optional.empty();
        }
        byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
        try {
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, nonce, context);
            return Optional.of(cipher.doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
        } catch (AEADBadTagException altered) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM does not decrypt", e);
        }
    }

    private Cipher cipher(int mode, Key key, byte[] nonce, byte[] context)
            throws GeneralSecurityException {
        Cipher cipher =
                provider == null
                        ? Cipher.getInstance(ALGORITHM)
                        : Cipher.getInstance(ALGORITHM, provider);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * 8, nonce));
        cipher.updateAAD(context);
        return cipher;
    }
}
