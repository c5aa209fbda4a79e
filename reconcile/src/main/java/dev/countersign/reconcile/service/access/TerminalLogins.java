package dev.countersign.reconcile.service.access;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.OperatorStore;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes sure at a terminal that an operator is there, by the password and the app that the console
 * asks for, too. Tries are not limited, since a user who can run a command has the database and can
 * try there; each wrong one is on the trail.
 */
public final class TerminalLogins {

    private final Database database;
    private final Passwords passwords;
    private final AuditTrail trail;
    private final Supplier<SecondFactors> factors;
    private final Set<OperatorRole> secondFactorRoles;
    private final InstantSource clock;
    private final OperatorStore operators = new OperatorStore();

    /**
     * Looks at the operators of a book.
     *
     * @param factors opened where an operator has one
     * @param secondFactorRoles the roles that nobody has the use of without a second factor
     */
    public TerminalLogins(
            Database database,
            Passwords passwords,
            AuditTrail trail,
            Supplier<SecondFactors> factors,
            Set<OperatorRole> secondFactorRoles,
            InstantSource clock) {
        this.database = database;
        this.passwords = passwords;
        this.trail = trail;
        this.factors = factors;
        this.secondFactorRoles = Set.copyOf(secondFactorRoles);
        this.clock = clock;
    }

    /**
     * Makes sure of one. What is done then is not done here: no entry of it is written.
     *
     * @param code the one-time password of the operator's app, asked for where there is one
     * @throws ActionRefusedException when it is not this operator, or the console has to be used
     *     first
     */
    public void require(String name, Supplier<String> password, Supplier<String> code) {
        AuditContext context = AuditContext.nobody(clock.instant());
        try (context) {
            Operator operator =
                    database.read(handle -> operators.find(handle, name))
                            .filter(found -> !found.disabled())
                            .orElseThrow(
                                    () ->
                                            new ActionRefusedException(
                                                    "There is no operator '" + name + "'."));
            requirePassword(operator, password.get());
            requireSecondFactor(operator, code);
        }
    }

    private void requirePassword(Operator operator, String password) {
        String name = operator.name();
        if (!passwords.matches(password, operator.passwordHash())) {
            trail.recordRepeated(
                    SecurityEvent.LOGIN_FAILED, ActorKind.OPERATOR, name, "a terminal");
            throw new ActionRefusedException(
                    "The password given for %s is wrong. Whoever logs in through an identity provider has none: ask and approve at the console."
                            .formatted(name));
        }
        if (operator.passwordTemporary()) {
            throw new ActionRefusedException(
                    name + " has to log in at the console and choose a password first.");
        }
    }

    private void requireSecondFactor(Operator operator, Supplier<String> code) {
        String name = operator.name();
        if (!operator.secondFactor()) {
            if (secondFactorRoles.stream().anyMatch(operator.roles()::hold)) {
                throw new ActionRefusedException(
                        name + " has to log in at the console and set up a second factor first.");
            }
            return;
        }
        SecondFactors held = factors.get();
        if (!held.of(name).totp()) {
            throw new ActionRefusedException(
                    name + " has a passkey, which a terminal cannot ask for: use the console.");
        }
        if (!held.take(name, code.get())) {
            throw new ActionRefusedException(
                    "That is not the one-time password of " + name + " now.");
        }
    }
}
