package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.store.OperatorStore;

/**
 * Makes sure at a terminal that a second person is there: an operator of finance who knows their
 * password. Tries are not limited, since whoever can run a command has the database and can try
 * there; each wrong one is on the trail.
 */
public final class Approvers {

    private final Database database;
    private final Passwords passwords;
    private final AuditTrail trail;
    private final SecondPerson second;
    private final OperatorStore operators = new OperatorStore();

    public Approvers(
            Database database, Passwords passwords, AuditTrail trail, SecondPerson second) {
        this.database = database;
        this.passwords = passwords;
        this.trail = trail;
        this.second = second;
    }

    /**
     * Makes sure of one.
     *
     * @param asker who runs the command
     * @param asksIn the role in which it is asked for
     * @throws ActionRefused when the password is another, or the person may not agree
     */
    public void require(String asker, OperatorRole asksIn, String name, String password) {
        Operator operator =
                database.read(handle -> operators.find(handle, name))
                        .filter(found -> !found.disabled())
                        .filter(found -> found.roles().include(OperatorRole.FINANCE))
                        .orElseThrow(
                                () ->
                                        new ActionRefused(
                                                "No operator of finance is called '"
                                                        + name
                                                        + "'."));
        if (!passwords.matches(password, operator.passwordHash())) {
            trail.recordRepeated(
                    SecurityEvent.LOGIN_FAILED, ActorKind.OPERATOR, name, "a terminal");
            throw new ActionRefused("The password of " + name + " is another.");
        }
        if (operator.passwordTemporary()) {
            throw new ActionRefused(
                    name + " has to log in at the console and choose a password first.");
        }
        database.read(handle -> second.objection(handle, asker, asksIn, name, OperatorRole.FINANCE))
                .ifPresent(
                        sentence -> {
                            throw new ActionRefused(sentence);
                        });
    }
}
