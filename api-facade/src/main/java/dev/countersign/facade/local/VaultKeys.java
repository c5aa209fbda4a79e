package dev.countersign.facade.local;

import dev.countersign.reconcile.embedded.PrivateFiles;
import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.Pkcs11Keys;
import dev.countersign.reconcile.vault.key.Pkcs12Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The place of the vault's keys. By default it is a PKCS#12 file in the data directory, with its
 * password beside it. An installation that runs Countersign for real names a file and a password of
 * its own, or a token.
 */
public final class VaultKeys {

    private static final int PASSWORD_BYTES = 32;

    private VaultKeys() {}

    /**
     * The settings that select the keys.
     *
     * @param keyStore the file; null takes that of the data directory
     * @param password of the file, or the PIN of the token; null takes that of the data directory
     * @param pkcs11Config a configuration of SunPKCS11, for a token in the place of the file
     */
    public record Settings(
            @Nullable String keyStore, @Nullable String password, @Nullable String pkcs11Config) {}

    /**
     * Opens them, and makes them where there are none.
     *
     * @param mayMake false where they have to be there, since the database was written under them
     */
    public static KeyProvider open(
            Settings settings, DataDirectory directory, SecureRandom random, boolean mayMake) {
        String password = settings.password();
        if (settings.pkcs11Config() != null) {
            return Pkcs11Keys.open(
                    Path.of(settings.pkcs11Config()),
                    password == null ? new char[0] : password.toCharArray(),
                    random,
                    mayMake);
        }
        Path file = fileOf(settings, directory);
        boolean there = Files.exists(file);
        if (!there && !mayMake) {
            throw new StartupRefusedException(
                    "The key file %s is missing; put it back from its backup, since the database was written under its keys and no other file opens it."
                            .formatted(file.toAbsolutePath()));
        }
        return Pkcs12Keys.open(
                file,
                (password == null ? ownPassword(directory, random, !there) : password)
                        .toCharArray(),
                random);
    }

    /** The key file, whether it is there or not. */
    static Path fileOf(Settings settings, DataDirectory directory) {
        return settings.keyStore() == null
                ? directory.path().resolve("vault.p12")
                : Path.of(settings.keyStore());
    }

    /**
     * Of several processes that begin at once, one makes it, and all read that.
     *
     * @param mayMake false where a key file has one already
     */
    private static String ownPassword(
            DataDirectory directory, SecureRandom random, boolean mayMake) {
        Path file = directory.path().resolve("vault.password");
        try {
            if (!Files.exists(file)) {
                if (!mayMake) {
                    throw new StartupRefusedException(
                            "The vault's password %s is missing; put it back from its backup, or name the file that has it with COUNTERSIGN_VAULT_PASSWORD_FILE."
                                    .formatted(file.toAbsolutePath()));
                }
                PrivateFiles.makeDirectory(directory.path());
                byte[] password = new byte[PASSWORD_BYTES];
                random.nextBytes(password);
                PrivateFiles.writeFirst(file, HexFormat.of().formatHex(password));
            }
            String password = Files.readString(file).strip();
            if (password.isEmpty()) {
                throw new StartupRefusedException(
                        "The vault's password in %s is empty: restore it from a backup. Only where no card was issued yet, remove it together with vault.p12."
                                .formatted(file));
            }
            return password;
        } catch (IOException e) {
            throw new StartupRefusedException(
                    "The vault's password in " + file + " cannot be read.", e);
        }
    }
}
