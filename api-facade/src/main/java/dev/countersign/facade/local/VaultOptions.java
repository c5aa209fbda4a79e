package dev.countersign.facade.local;

import dev.countersign.reconcile.embedded.StartupRefusedException;
import dev.countersign.reconcile.vault.key.KeyProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The keys of the vault that a command works with: those of its options, those of the environment
 * that the product reads too, else those of a product that runs here. A command makes no key file:
 * with keys of its own it would write what the product cannot read.
 */
public final class VaultOptions {

    @Option(
            names = "--vault-key-store",
            paramLabel = "FILE",
            description =
                    "The product's key file; by default $COUNTERSIGN_VAULT_KEYSTORE, else that of the "
                            + "data directory.")
    private @Nullable Path keyStore;

    @Option(
            names = "--vault-password",
            paramLabel = "PASSWORD",
            interactive = true,
            arity = "0..1",
            description =
                    "Asks for the password of the key file, or the PIN of the token. By default that of "
                            + "$COUNTERSIGN_VAULT_PASSWORD, of the file that "
                            + "$COUNTERSIGN_VAULT_PASSWORD_FILE names, else of the data directory.")
    private @Nullable String password;

    @Option(
            names = "--vault-password-file",
            paramLabel = "FILE",
            description = "A file that has it on its first line.")
    private @Nullable Path passwordFile;

    @Option(
            names = "--vault-pkcs11-config",
            paramLabel = "FILE",
            description =
                    "Configuration of a token in the place of the key file; by default "
                            + "$COUNTERSIGN_VAULT_PKCS11CONFIG.")
    private @Nullable Path pkcs11Config;

    /** Opens the keys. */
    public KeyProvider open() {
        return open(new SecureRandom());
    }

    /** Opens the keys. */
    public KeyProvider open(SecureRandom random) {
        DataDirectory directory = DataDirectory.ofThisProcess();
        VaultKeys.Settings settings =
                new VaultKeys.Settings(
                        orEnvironment(textOf(keyStore), "COUNTERSIGN_VAULT_KEYSTORE"),
                        orEnvironment(passwordOption(), "COUNTERSIGN_VAULT_PASSWORD"),
                        orEnvironment(textOf(pkcs11Config), "COUNTERSIGN_VAULT_PKCS11CONFIG"));
        Path file = VaultKeys.fileOf(settings, directory);
        if (settings.pkcs11Config() == null && !Files.exists(file)) {
            throw new StartupRefusedException(
                    "There is no key file %s: start the product once, which makes it, or name the product's with --vault-key-store."
                            .formatted(file));
        }
        return VaultKeys.open(settings, directory, random, false);
    }

    private static @Nullable String textOf(@Nullable Path path) {
        return path == null ? null : path.toString();
    }

    private static @Nullable String orEnvironment(@Nullable String value, String name) {
        return value == null ? Secrets.ofEnvironment().get(name) : value;
    }

    private @Nullable String passwordOption() {
        return passwordFile == null
                ? password
                : Secrets.read("--vault-password-file", passwordFile.toString());
    }
}
