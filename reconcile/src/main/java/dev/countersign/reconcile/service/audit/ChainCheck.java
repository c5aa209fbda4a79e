package dev.countersign.reconcile.service.audit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Result of comparing the audit trail with its checkpoints.
 *
 * @param entries how many entries are as they were sealed, from the first on
 * @param head the seal of the last of them, for an operator who keeps a witness of their own
 * @param checkpoints how many checkpoints agree with the trail
 * @param uncovered how many entries came after the last of them: a cut within these is not seen
 * @param compared how many checkpoints each place has that were compared, by the place's name
 * @param due how many checkpoints are still on their way to some place
 * @param problems sentences, each about something that is not as it was; empty when all is
 */
public record ChainCheck(
        long entries,
        String head,
        long checkpoints,
        long uncovered,
        Map<String, Long> compared,
        long due,
        List<String> problems) {

    public ChainCheck {
        compared = Collections.unmodifiableMap(new LinkedHashMap<>(compared));
        problems = List.copyOf(problems);
    }

    /** True when nothing was found. */
    public boolean intact() {
        return problems.isEmpty();
    }
}
