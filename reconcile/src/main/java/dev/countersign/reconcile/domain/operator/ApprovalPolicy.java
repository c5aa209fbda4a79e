package dev.countersign.reconcile.domain.operator;

import dev.countersign.reconcile.domain.breaks.ResolutionPolicy;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * The rules of what takes two operators, and of who is a second one.
 *
 * @param independence how long an operator who was given a name, a role, a password or another
 *     factor takes no part in what takes two
 * @param resolution which breaks take two
 * @param secondFactorRoles roles that nobody has the use of without a second factor
 */
public record ApprovalPolicy(
        Duration independence, ResolutionPolicy resolution, Set<OperatorRole> secondFactorRoles) {

    /** The rules where nothing is set. */
    public static final ApprovalPolicy DEFAULT =
            new ApprovalPolicy(Duration.ofHours(24), ResolutionPolicy.DEFAULT, Set.of());

    public ApprovalPolicy {
        secondFactorRoles = Set.copyOf(secondFactorRoles);
    }

    /** Returns the rules that are as strict as either in each respect. */
    public ApprovalPolicy strictest(ApprovalPolicy other) {
        Set<OperatorRole> roles = EnumSet.noneOf(OperatorRole.class);
        roles.addAll(secondFactorRoles);
        roles.addAll(other.secondFactorRoles);
        return new ApprovalPolicy(
                independence.compareTo(other.independence) < 0 ? other.independence : independence,
                resolution.strictest(other.resolution),
                roles);
    }
}
