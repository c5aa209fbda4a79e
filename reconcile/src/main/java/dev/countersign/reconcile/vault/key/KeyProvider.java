package dev.countersign.reconcile.vault.key;

import java.util.Optional;

/**
 * Keeps the keys from which all others hang, and works with them by name: a file ({@link
 * Pkcs12Keys}) or a token that the keys never leave ({@link Pkcs11Keys}). Safe for use by several
 * threads.
 */
public interface KeyProvider {

    /**
     * The key of a use that new things are made with.
     *
     * @throws KeysRefusedException where there is none
     */
    KeyName newest(KeyUse use);

    /**
     * Makes a successor of the newest key, or the first one; the older ones stay.
     *
     * @throws IllegalArgumentException for the lookup key, without which no stored card number
     *     could be found again
     */
    KeyName add(KeyUse use);

    /**
     * Encrypts under an AES key with a nonce of its own, which comes first in the result.
     *
     * @param context what the result belongs to; it opens with nothing else
     */
    byte[] encrypt(KeyName key, byte[] plaintext, byte[] context);

    /** Returns what {@link #encrypt} was given; empty when a bit or the context differs. */
    Optional<byte[]> decrypt(KeyName key, byte[] encrypted, byte[] context);

    /** The 32 bytes of HMAC-SHA256 under a key of that kind. */
    byte[] mac(KeyName key, byte[] message);
}
