package dev.countersign.reconcile.vault.key;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keys in a PKCS#12 file under a password, for one machine and small installations: while the
 * program runs they are in its memory. The first use makes the file, with new random keys and for
 * its owner alone. Who loses it loses every card number and PIN key of the database.
 */
public final class Pkcs12Keys extends HeldKeys {

    private final Pkcs12File file;
    private final SecureRandom random;

    private Pkcs12Keys(Pkcs12File file, SecureRandom random) {
        super(null, random);
        this.file = file;
        this.random = random;
    }

    /**
     * Opens the file, or makes it where there is none.
     *
     * @throws KeysRefusedException if the file is not ours to read or write, or has another
     *     password
     */
    public static Pkcs12Keys open(Path path, char[] password, SecureRandom random) {
        if (password.length == 0) {
            throw new KeysRefusedException("The key file " + path + " needs a password.");
        }
        Pkcs12Keys keys = new Pkcs12Keys(new Pkcs12File(path, password), random);
        if (!Files.exists(path)) {
            keys.file.add(keys::firstUnlessThere);
        }
        keys.refresh();
        return keys;
    }

    private Map<KeyName, SecretKey> firstUnlessThere(Set<KeyName> there) {
        Map<KeyName, SecretKey> made = new HashMap<>();
        if (there.isEmpty()) {
            for (KeyUse use : KeyUse.values()) {
                made.put(KeyName.first(use), make(use));
            }
        }
        return made;
    }

    @Override
    KeyName makeNext(KeyUse use) {
        return file.add(there -> Map.of(next(there, use), make(use))).keySet().iterator().next();
    }

    private SecretKey make(KeyUse use) {
        byte[] bytes = new byte[KEY_BITS / Byte.SIZE];
        random.nextBytes(bytes);
        return new SecretKeySpec(bytes, use.kind().algorithm());
    }

    @Override
    String place() {
        return "the key file " + file.path();
    }

    @Override
    Map<KeyName, SecretKey> read() {
        return file.read();
    }
}
