package dev.countersign.reconcile.vault.key;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidParameterException;
import java.security.KeyStore;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Security;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.security.auth.login.LoginException;

/**
 * Keys in a PKCS#11 token, which they never leave: what needs one is sent to the token. The first
 * use makes them there. The data keys and PIN keys that it unwraps are in this process, as are the
 * PINs; an approved device is still what PCI PIN asks for.
 *
 * <p>The configuration is that of the platform's SunPKCS11 provider. Keys that could be read out
 * are refused, so it holds at least:
 *
 * <pre>
 * name = countersign
 * library = /usr/lib/softhsm/libsofthsm2.so
 * slotListIndex = 0
 * attributes(*,CKO_SECRET_KEY,*) = {
 *   CKA_SENSITIVE = true
 *   CKA_EXTRACTABLE = false
 * }
 * attributes(*,CKO_SECRET_KEY,CKK_AES) = {
 *   CKA_ENCRYPT = true
 *   CKA_DECRYPT = true
 * }
 * attributes(*,CKO_SECRET_KEY,CKK_GENERIC_SECRET) = {
 *   CKA_SIGN = true
 * }
 * </pre>
 */
public final class Pkcs11Keys extends HeldKeys {

    private final Path configuration;
    private final Provider token;
    private final KeyStore store;

    private Pkcs11Keys(Path configuration, Provider token, KeyStore store, SecureRandom random) {
        super(token, random);
        this.configuration = configuration;
        this.token = token;
        this.store = store;
    }

    /**
     * Opens the token, and makes the keys in it where it has no key-encryption key. Let one process
     * do so first: a token does not hold back a second that makes them at the same moment.
     *
     * @param mayMake false where the keys have to be there, since something hangs from them
     * @throws KeysRefusedException if the token is not there, refuses the PIN, gives keys out or
     *     has none
     */
    public static Pkcs11Keys open(
            Path configuration, char[] pin, SecureRandom random, boolean mayMake) {
        Provider token = token(configuration);
        Pkcs11Keys keys =
                new Pkcs11Keys(configuration, token, logIn(configuration, token, pin), random);
        if (newest(keys.read().keySet(), KeyUse.KEY_ENCRYPTION).isEmpty()) {
            if (!mayMake) {
                throw new KeysRefusedException(
                        "The token of %s has no key of the vault, and the database was written under such keys: name the token that has them."
                                .formatted(configuration));
            }
            keys.makeFirst();
        }
        keys.refresh();
        return keys;
    }

    /** The key-encryption key comes last: where it is missing, the others may be half made. */
    private void makeFirst() {
        make(KeyName.first(KeyUse.PAN_LOOKUP));
        make(KeyName.first(KeyUse.PIN_VERIFICATION));
        make(KeyName.first(KeyUse.AUDIT_TRAIL));
        make(KeyName.first(KeyUse.KEY_ENCRYPTION));
    }

    private static Provider token(Path configuration) {
        if (!Files.isReadable(configuration)) {
            throw new KeysRefusedException(
                    "The token configuration " + configuration + " cannot be read.");
        }
        Provider platform = Security.getProvider("SunPKCS11");
        if (platform == null) {
            throw new KeysRefusedException(
                    "This Java has no module jdk.crypto.cryptoki to reach a token.");
        }
        try {
            return platform.configure(configuration.toString());
        } catch (InvalidParameterException | ProviderException e) {
            throw notFound(configuration, e);
        }
    }

    private static KeyStore logIn(Path configuration, Provider token, char[] pin) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS11", token);
            store.load(null, pin);
            return store;
        } catch (IOException e) {
            if (e.getCause() instanceof LoginException
                    || e.getCause() instanceof UnrecoverableKeyException) {
                throw new KeysRefusedException(
                        "The token of " + configuration + " refuses the PIN.", e);
            }
            throw notFound(configuration, e);
        } catch (GeneralSecurityException | ProviderException e) {
            throw notFound(configuration, e);
        }
    }

    private static KeysRefusedException notFound(Path configuration, Exception cause) {
        return new KeysRefusedException(
                "The token of %s is not there: see its library and slot.".formatted(configuration),
                cause);
    }

    @Override
    String place() {
        return "the token of " + configuration;
    }

    @Override
    synchronized Map<KeyName, SecretKey> read() {
        try {
            store.load(null, null);
            Map<KeyName, SecretKey> keys = new HashMap<>();
            for (String alias : Collections.list(store.aliases())) {
                KeyName name = KeyName.ofLabel(alias).orElse(null);
                if (name != null && store.getKey(alias, null) instanceof SecretKey key) {
                    keys.put(name, closed(name, key));
                }
            }
            return keys;
        } catch (IOException | GeneralSecurityException | ProviderException e) {
            throw new KeysRefusedException("The keys of " + place() + " cannot be read.", e);
        }
    }

    private SecretKey closed(KeyName name, SecretKey key) {
        if (key.getEncoded() != null) {
            throw new KeysRefusedException(
                    "The key %s of %s could be read out: make it sensitive and not extractable."
                            .formatted(name, place()));
        }
        return key;
    }

    @Override
    synchronized KeyName makeNext(KeyUse use) {
        KeyName next = next(read().keySet(), use);
        make(next);
        return next;
    }

    /** A key made in the token, never here; one that is there is not touched. */
    private synchronized void make(KeyName name) {
        try {
            KeyGenerator generator = KeyGenerator.getInstance(name.use().kind().algorithm(), token);
            generator.init(KEY_BITS);
            if (!store.containsAlias(name.label())) {
                SecretKey key = closed(name, generator.generateKey());
                store.setKeyEntry(name.label(), key, null, null);
            }
        } catch (GeneralSecurityException | ProviderException e) {
            throw new KeysRefusedException(
                    "The key %s cannot be made in %s.".formatted(name, place()), e);
        }
    }
}
