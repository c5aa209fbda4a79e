package dev.countersign.reconcile;

import dev.countersign.reconcile.domain.operator.LoginLimits;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.text.ReferenceMask;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.access.AuditTrail;
import dev.countersign.reconcile.service.access.ConsoleSessions;
import dev.countersign.reconcile.service.access.LoginAttempts;
import dev.countersign.reconcile.service.access.Operators;
import dev.countersign.reconcile.service.access.Passwords;
import dev.countersign.reconcile.service.access.SecondFactors;
import dev.countersign.reconcile.service.audit.AuditChain;
import dev.countersign.reconcile.service.audit.AuditVerification;
import dev.countersign.reconcile.service.operations.BackupVerification;
import dev.countersign.reconcile.service.operations.Lookup;
import dev.countersign.reconcile.store.console.OperatorStore;
import dev.countersign.reconcile.store.issuing.CardStore;
import dev.countersign.reconcile.store.lookup.TransactionListStore;
import dev.countersign.reconcile.vault.AuditSeals;
import dev.countersign.reconcile.vault.PanVault;
import dev.countersign.reconcile.vault.PinKeys;
import dev.countersign.reconcile.vault.TotpSecrets;
import dev.countersign.reconcile.vault.key.KeyProvider;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The console's own data: the operators who work there, the sessions of those who are logged in,
 * and the trail of who changed what.
 */
public record Console(
        Operators operators, ConsoleSessions sessions, LoginAttempts attempts, AuditTrail trail) {

    /** Opens it on a book whose schema is up to date. */
    public static Console open(
            Database database, Passwords passwords, LoginLimits limits, InstantSource clock) {
        AuditTrail trail = openTrail(database, clock);
        return new Console(
                new Operators(database, passwords, clock),
                new ConsoleSessions(database, new OperatorStore(), clock),
                new LoginAttempts(database, trail, limits, clock),
                trail);
    }

    public static Optional<Operator> findOperator(Database database, String name) {
        return database.read(handle -> new OperatorStore().find(handle, name));
    }

    /**
     * Opens the lookup that operators search with.
     *
     * @param reads a way to the database of its own, so that no look waits for, or holds up, the
     *     stream
     * @param references masks card numbers in what is looked for
     */
    public static Lookup openLookup(Database reads, ReferenceMask references) {
        return new Lookup(
                reads,
                new TransactionListStore(Reconcile.ROWS_SCANNED_MAX),
                new CardStore(Reconcile.ROWS_SCANNED_MAX),
                references);
    }

    /** Opens the second factors that operators have beside their passwords. */
    public static SecondFactors openSecondFactors(
            Database database,
            AuditTrail trail,
            KeyProvider keys,
            SecureRandom random,
            InstantSource clock) {
        return new SecondFactors(database, trail, new TotpSecrets(keys), random, clock);
    }

    /** Opens the chain that seals the audit trail. */
    public static AuditChain openChain(Database database, KeyProvider keys, InstantSource clock) {
        return new AuditChain(database, new AuditSeals(keys), clock);
    }

    /** Opens the verification that compares the audit trail with its checkpoints. */
    public static AuditVerification openVerification(Database database, KeyProvider keys) {
        return new AuditVerification(database, new AuditSeals(keys));
    }

    /** Opens the verification of a restored book. */
    public static BackupVerification openBackup(
            Database database, KeyProvider keys, SecureRandom random) {
        return new BackupVerification(
                database,
                new PanVault(keys, random),
                new PinKeys(keys, random),
                openVerification(database, keys));
    }

    /** The audit trail alone. */
    public static AuditTrail openTrail(Database database, InstantSource clock) {
        return new AuditTrail(database, clock);
    }
}
