package dev.countersign.reconcile.domain.authorization;

import java.util.Set;

/**
 * The choices of an issuer about decisions, for all cards.
 *
 * @param partialOnLimits approve the rest of a limit too, not only the rest of the funds, where the
 *     terminal supports partial approval
 * @param partialOnline approve in part online too
 * @param suspectMerchants merchant ids whose requests are declined as suspected fraud
 */
public record DecisionPolicy(
        boolean partialOnLimits, boolean partialOnline, Set<String> suspectMerchants) {

    public static final DecisionPolicy DEFAULT = new DecisionPolicy(false, false, Set.of());

    public DecisionPolicy {
        suspectMerchants = Set.copyOf(suspectMerchants);
    }
}
