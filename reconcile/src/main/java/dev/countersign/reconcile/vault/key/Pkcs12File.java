package dev.countersign.reconcile.vault.key;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.crypto.SecretKey;

/**
 * The file itself. It is replaced as a whole or not at all, and by one process at a time: of two
 * that each made first keys, one would be left with a database that nobody can read.
 */
final class Pkcs12File {

    private static final Object ONE_AT_A_TIME = new Object();

    private final Path path;
    private final char[] password;

    Pkcs12File(Path path, char[] password) {
        this.path = path.toAbsolutePath();
        this.password = password.clone();
    }

    Path path() {
        return path;
    }

    /** The keys that are ours; other entries are left alone. */
    Map<KeyName, SecretKey> read() {
        try {
            return keys(load());
        } catch (IOException | GeneralSecurityException e) {
            throw unreadable(e);
        }
    }

    /** Adds what is made in view of the names that are there; a missing file has none. */
    Map<KeyName, SecretKey> add(Function<Set<KeyName>, Map<KeyName, SecretKey>> makes) {
        Path lock = path.resolveSibling(path.getFileName() + ".lock");
        synchronized (ONE_AT_A_TIME) {
            try (FileChannel channel =
                    FileChannel.open(
                            lock,
                            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------")))) {
                channel.lock();
                KeyStore store = Files.exists(path) ? loadOrRefuse() : empty();
                Map<KeyName, SecretKey> made = makes.apply(keys(store).keySet());
                for (Map.Entry<KeyName, SecretKey> key : made.entrySet()) {
                    store.setKeyEntry(key.getKey().label(), key.getValue(), password, null);
                }
                replace(store);
                return made;
            } catch (IOException | GeneralSecurityException e) {
                throw new KeysRefusedException("The key file " + path + " cannot be written.", e);
            }
        }
    }

    private KeyStore loadOrRefuse() {
        try {
            return load();
        } catch (IOException | GeneralSecurityException e) {
            throw unreadable(e);
        }
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(path)) {
            store.load(bytes, password);
        }
        return store;
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private Map<KeyName, SecretKey> keys(KeyStore store) throws GeneralSecurityException {
        Map<KeyName, SecretKey> keys = new HashMap<>();
        for (String alias : Collections.list(store.aliases())) {
            KeyName name = KeyName.ofLabel(alias).orElse(null);
            if (name != null && store.getKey(alias, password) instanceof SecretKey key) {
                keys.put(name, key);
            }
        }
        return keys;
    }

    /** Written beside, forced to the disk, then renamed: after a power cut it is old or new. */
    private void replace(KeyStore store) throws IOException, GeneralSecurityException {
        Path directory = path.resolveSibling(".");
        Path written =
                Files.createTempFile(
                        directory,
                        path.getFileName().toString(),
                        ".tmp",
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        try {
            try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE);
                    OutputStream bytes = Channels.newOutputStream(channel)) {
                store.store(bytes, password);
                channel.force(true);
            }
            Files.move(written, path, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private KeysRefusedException unreadable(Exception cause) {
        String why =
                cause.getCause() instanceof UnrecoverableKeyException
                        ? "The password of the key file %s is another, or the file was changed."
                        : "The key file %s cannot be read.";
        return new KeysRefusedException(why.formatted(path), cause);
    }
}
