package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.operator.ApprovalPolicy;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.console.ApprovalPolicyStore;
import java.time.InstantSource;
import java.util.TreeMap;

/**
 * Keeps the rules of what takes two operators in the database, from where commands take them: who
 * runs a command sets its environment, and would choose them there.
 */
public final class ApprovalPolicies {

    private final ApprovalPolicyStore store = new ApprovalPolicyStore();
    private final Database database;
    private final InstantSource clock;

    public ApprovalPolicies(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Keeps the rules that a start follows. Where they are others than before, they are on the
     * audit trail.
     *
     * @param user who started it, on the machine
     */
    public void follow(ApprovalPolicy policy, String user) {
        ApprovalPolicy before = stored();
        if (before.equals(policy)) {
            return;
        }
        AuditAction change =
                new AuditAction(
                        ActorKind.START,
                        user,
                        SecurityEvent.APPROVAL_POLICY_CHANGED.text(),
                        "",
                        summary(policy));
        AuditContext context = AuditContext.as(change, clock.instant());
        try (context) {
            database.doAtomically(handle -> store.insert(handle, policy, clock.instant()));
        }
    }

    /** Returns the rules that a command follows: the stricter of those kept and its own. */
    public ApprovalPolicy strictest(ApprovalPolicy own) {
        return stored().strictest(own);
    }

    private static String summary(ApprovalPolicy policy) {
        return "independence %s, resolve-together-from %s, resolve-alone-max %s, second-factor-roles %s"
                .formatted(
                        policy.independence(),
                        policy.resolution().togetherFrom().wire(),
                        new TreeMap<>(policy.resolution().aloneMaxMinor()),
                        policy.secondFactorRoles().stream()
                                .map(OperatorRole::wire)
                                .sorted()
                                .toList());
    }

    private ApprovalPolicy stored() {
        return database.read(store::find).orElse(ApprovalPolicy.DEFAULT);
    }
}
