package dev.countersign.facade.launch;

import dev.countersign.facade.local.VaultKeys;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where the keys are under which card numbers and PIN keys are encrypted.
 *
 * @param keyStore a PKCS#12 file, made where there is none; by default in the data directory
 * @param password of the file, or the PIN of the token; by default one in the data directory
 * @param passwordFile that has the password; what is in it is known as {@code password} before this
 * @param pkcs11Config a configuration file of SunPKCS11, for a token in the place of the file
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
