package dev.countersign.reconcile.service.audit;

import java.util.List;

/**
 * Result of comparing the audit trail with its checkpoints.
 *
 * @param entries how many entries are as they were sealed, from the first on
 * @param head the seal of the last of them, for whoever keeps a witness of their own
 * @param checkpoints how many checkpoints agree with the trail
 * @param uncovered how many entries came after the last of them: a cut within these is not seen
 * @param due how many checkpoints are still on their way to some place
 * @param problems sentences, each about something that is not as it was; empty when all is
 */
public record ChainCheck(
        long entries,
        String head,
        long checkpoints,
        long uncovered,
        long due,
        List<String> problems) {

    public ChainCheck {
        problems = List.copyOf(problems);
    }

    /** True when nothing was found. */
    public boolean intact() {
        return problems.isEmpty();
    }
}
