package dev.countersign.reconcile.service.operations;

import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditAction;
import dev.countersign.reconcile.domain.audit.SecurityEvent;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.store.console.AuditStore;
import dev.countersign.reconcile.store.console.OperatorStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jdbi.v3.core.Handle;

/**
 * The second operator of what takes two: one asks, another agrees. Both hold a role that may, and
 * neither was given a name, a role, a password or another factor a short while ago, so that no one
 * person can be both.
 */
public final class DualControl {

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private static final Duration ALMOST_A_MINUTE = Duration.ofNanos(59_999_999_999L);

    private final OperatorStore operators = new OperatorStore();
    private final AuditStore trail = new AuditStore();
    private final Duration independence;
    private final InstantSource clock;

    /**
     * Judges by a period.
     *
     * @param independence how long a name, a role, a password or another factor counts that
     *     somebody was given
     */
    public DualControl(Duration independence, InstantSource clock) {
        this.independence = independence;
        this.clock = clock;
    }

    /**
     * Makes sure that one may ask. Until the transaction ends, the operator is not disabled or
     * given another role.
     *
     * @throws ActionRefusedException when the operator may not
     */
    void requireAsker(Handle handle, String asker, OperatorRole asksIn) {
        operators.share(handle, asker);
        require(handle, asker, asksIn, asker + " may not ask for that.");
    }

    /**
     * Makes sure that one may agree to what the other asks for. Until the transaction ends, neither
     * of them is disabled or given another role.
     *
     * @param asksIn the role in which it is asked for
     * @param approvesIn the role in which it is agreed to
     * @throws ActionRefusedException when they are not two, or one of them may not
     */
    void require(
            Handle handle,
            String asker,
            OperatorRole asksIn,
            String approving,
            OperatorRole approvesIn) {
        if (asker.strip().equalsIgnoreCase(approving.strip())) {
            throw new ActionRefusedException("Somebody else has to approve what you asked for.");
        }
        operators.share(handle, asker, approving);
        require(
                handle,
                asker,
                asksIn,
                asker + ", who asked for it, may not do so any more: it is not asked for now.");
        require(handle, approving, approvesIn, approving + " may not approve that.");
    }

    /**
     * Makes sure of the same where both gave their passwords at a terminal, and puts on the trail
     * that the second one agreed.
     *
     * @param action what it is, as the trail names it
     */
    void requireAtTerminal(
            Handle handle,
            String asker,
            OperatorRole asksIn,
            String approving,
            OperatorRole approvesIn,
            String action,
            String subject) {
        require(handle, asker, asksIn, approving, approvesIn);
        trail.insert(
                handle,
                new AuditAction(
                        ActorKind.OPERATOR,
                        approving,
                        SecurityEvent.APPROVAL_GIVEN.text(),
                        subject,
                        action + ", asked for by " + asker + ", at a terminal"),
                clock.instant());
    }

    private void require(Handle handle, String name, OperatorRole role, String otherwise) {
        Operator operator = operators.find(handle, name).orElse(null);
        if (operator == null || operator.disabled() || !operator.roles().include(role)) {
            throw new ActionRefusedException(otherwise);
        }
        Instant since = clock.instant().minus(independence);
        operators
                .lastGrant(handle, name, since)
                .ifPresent(
                        at -> {
                            throw new ActionRefusedException(tooNew(name, at.plus(independence)));
                        });
    }

    private static String tooNew(String name, Instant until) {
        return "%s was given a name, a role, a password or another factor a short while ago, and takes part in nothing that takes two operators until %s."
                .formatted(name, MINUTE.format(until.plus(ALMOST_A_MINUTE)));
    }
}
