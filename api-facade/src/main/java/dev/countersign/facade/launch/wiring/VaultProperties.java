package dev.countersign.facade.launch.wiring;

import dev.countersign.facade.local.VaultKeys;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the keys under which card numbers and PIN keys are encrypted.
 *
 * @param keyStore PKCS#12 file with the keys that card numbers and PIN keys hang from, made by the
 *     first start; where it is not set, vault.p12 in the data directory. Lost keys cannot be made
 *     again
 * @param password password of that file, or PIN of the token; from the environment or a file, never
 *     from the command line. Where it is not set, vault.password in the data directory
 * @param passwordFile file with the password on its first line
 * @param pkcs11Config SunPKCS11 configuration of a token to use instead of the file; the password
 *     is its PIN
 */
@ConfigurationProperties(prefix = "countersign.vault", ignoreUnknownFields = false)
record VaultProperties(
        @Nullable String keyStore,
        @Nullable String password,
        @Nullable String passwordFile,
        @Nullable String pkcs11Config) {

    VaultKeys.Settings settings() {
        return new VaultKeys.Settings(keyStore, password, pkcs11Config);
    }

    @Override
    public String toString() {
        return "VaultProperties[keyStore=" + keyStore + ", pkcs11Config=" + pkcs11Config + "]";
    }
}
