package dev.countersign.reconcile.service.access;

import dev.countersign.reconcile.domain.RequestRefusedException;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.text.Sha256;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.SecondFactorStore;
import dev.countersign.reconcile.store.console.SecondFactorStore.Totp;
import dev.countersign.reconcile.vault.TotpSecrets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;

/**
 * Second factors that operators have beside their passwords: one-time passwords of an app, and
 * recovery codes for when the app is lost. {@link LoginAttempts} limits an attempt where it is
 * made.
 */
public final class SecondFactors {

    private static final int RECOVERY_CODES = 10;

    private final Database database;
    private final SecondFactorStore store = new SecondFactorStore();
    private final AuditTrail trail;
    private final TotpSecrets secrets;
    private final SecureRandom random;
    private final InstantSource clock;

    public SecondFactors(
            Database database,
            AuditTrail trail,
            TotpSecrets secrets,
            SecureRandom random,
            InstantSource clock) {
        this.database = database;
        this.trail = trail;
        this.secrets = secrets;
        this.random = random;
        this.clock = clock;
    }

    /**
     * The second factors that an operator has.
     *
     * @param totp true when one-time passwords of theirs count
     * @param recoveryCodes as many are left
     */
    public record FactorStatus(boolean totp, int recoveryCodes) {}

    public FactorStatus of(String operator) {
        return database.atomically(
                handle ->
                        new FactorStatus(
                                store.lockTotp(handle, operator)
                                        .filter(each -> each.confirmedAt() != null)
                                        .isPresent(),
                                store.countRecoveryCodes(handle, operator)));
    }

    /**
     * Makes a secret for an app, which counts once a code of it was given.
     *
     * @return for the caller to show once
     */
    public byte[] begin(String operator) {
        byte[] secret = TotpSecrets.make(random);
        database.doAtomically(
                handle -> {
                    requireNone(handle, operator);
                    store.insertTotp(handle, operator, secrets.wrap(operator, secret));
                });
        return secret;
    }

    private void requireNone(Handle handle, String operator) {
        if (store.lockTotp(handle, operator)
                .filter(each -> each.confirmedAt() != null)
                .isPresent()) {
            throw RequestRefusedException.invalid(
                    "code", "There is an app already: remove it first.");
        }
    }

    /**
     * Has the secret count that was begun, when a code of it is given.
     *
     * @return recovery codes, for the caller to show once
     */
    public List<String> confirm(String operator, String code) {
        List<String> codes =
                database.atomically(
                        handle -> {
                            requireNone(handle, operator);
                            if (!takeTotp(handle, operator, code, true)) {
                                throw RequestRefusedException.invalid(
                                        "code",
                                        "That code is not valid now. Look at the clock of the"
                                                + " device, and take the next code.");
                            }
                            return newRecoveryCodes(handle, operator);
                        });
        trail.record(SecurityEvent.FACTOR_ADDED, operator, "totp");
        return codes;
    }

    /** New recovery codes in place of those of before, for the caller to show once. */
    public List<String> renewRecoveryCodes(String operator) {
        List<String> codes = database.atomically(handle -> newRecoveryCodes(handle, operator));
        trail.record(SecurityEvent.FACTOR_ADDED, operator, "recovery codes");
        return codes;
    }

    private List<String> newRecoveryCodes(Handle handle, String operator) {
        List<String> codes = new ArrayList<>(RECOVERY_CODES);
        for (int i = 0; i < RECOVERY_CODES; i++) {
            codes.add(Operators.letters(random, 3, 4)); // 59 random bits
        }
        store.replaceRecoveryCodes(
                handle, operator, codes.stream().map(SecondFactors::sha256).toList());
        return codes;
    }

    /** Takes a code of the app, or a recovery code; each once. */
    public boolean take(String operator, String text) {
        String code = text.replaceAll("[\\s-]", "").toLowerCase(Locale.ROOT);
        boolean totp = code.matches("[0-9]{6}");
        boolean taken =
                database.atomically(
                        handle ->
                                totp
                                        ? takeTotp(handle, operator, code, false)
                                        : store.takeRecoveryCode(handle, operator, sha256(code)));
        if (taken) {
            trail.record(SecurityEvent.FACTOR_SUCCEEDED, operator, totp ? "totp" : "recovery code");
        } else {
            trail.recordRepeated(
                    SecurityEvent.FACTOR_FAILED,
                    ActorKind.OPERATOR,
                    operator,
                    totp ? "totp" : "recovery code");
        }
        return taken;
    }

    private boolean takeTotp(Handle handle, String operator, String code, boolean first) {
        Totp totp =
                store.lockTotp(handle, operator)
                        .filter(each -> (each.confirmedAt() == null) == first)
                        .orElse(null);
        if (totp == null) {
            return false;
        }
        Instant now = clock.instant();
        byte[] secret = secrets.unwrap(operator, totp.secret());
        try {
            OptionalLong step =
                    dev.countersign.reconcile.vault.Totp.match(
                            secret, code.strip(), now, totp.lastStep());
            step.ifPresent(taken -> store.updateTotp(handle, operator, taken, now));
            return step.isPresent();
        } finally {
            Arrays.fill(secret, (byte) 0);
        }
    }

    /** Takes an operator's own app away; with the last factor go the recovery codes. */
    public void remove(String operator) {
        database.doAtomically(
                handle -> {
                    store.deleteTotp(handle, operator);
                    store.deleteCodesOfNone(handle, operator);
                });
        trail.record(SecurityEvent.FACTOR_REMOVED, operator, "totp");
    }

    /** A passkey was removed: with the last factor go the recovery codes. */
    public void passkeyRemoved(String operator) {
        database.doAtomically(handle -> store.deleteCodesOfNone(handle, operator));
    }

    private static String sha256(String code) {
        return Sha256.hex(code.replace("-", ""));
    }
}
