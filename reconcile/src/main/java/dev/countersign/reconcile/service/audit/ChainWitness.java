package dev.countersign.reconcile.service.audit;

import org.jspecify.annotations.Nullable;

/**
 * A note of the trail that was taken earlier.
 *
 * @param entries how many entries it had; null where that was not noted
 * @param head the seal of the last of them; null where that was not noted
 */
public record ChainWitness(@Nullable Long entries, @Nullable String head) {

    public static final ChainWitness NONE = new ChainWitness(null, null);
}
