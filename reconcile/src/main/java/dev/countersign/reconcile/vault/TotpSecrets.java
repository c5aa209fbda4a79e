package dev.countersign.reconcile.vault;

import dev.countersign.reconcile.vault.key.KeyProvider;
import dev.countersign.reconcile.vault.key.KeyWrapping;
import dev.countersign.reconcile.vault.key.KeysRefusedException;
import dev.countersign.reconcile.vault.key.WrappedKey;
import java.security.SecureRandom;

/** The secrets that one-time passwords are made of: random, and wrapped where they rest. */
public final class TotpSecrets {

    /** The identifier of each: there is one of an operator. */
    public static final String ID = "totp";

    private static final int SECRET_BYTES = 20;

    private final KeyWrapping wrapping;

    public TotpSecrets(KeyProvider keys) {
        this.wrapping = new KeyWrapping(keys);
    }

    public static byte[] make(SecureRandom random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return secret;
    }

    /** The secret of an operator as it may be stored. */
    public WrappedKey wrap(String operator, byte[] secret) {
        return wrapping.wrap(purpose(operator), ID, secret);
    }

    /**
     * The stored secret of an operator, for the caller to wipe.
     *
     * @throws KeysRefusedException if it is not of this operator, or another provider wrapped it
     */
    public byte[] unwrap(String operator, WrappedKey secret) {
        return wrapping.unwrap(purpose(operator), secret);
    }

    /** The same secret under the newest key, to be stored in place of the old one. */
    public WrappedKey rewrap(String operator, WrappedKey secret) {
        return wrapping.rewrap(purpose(operator), secret);
    }

    private static String purpose(String operator) {
        return "totp of " + operator;
    }
}
