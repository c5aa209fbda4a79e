package dev.countersign.jobs.proof;

import dev.countersign.reconcile.domain.Wire;
import java.util.Comparator;
import java.util.List;

/**
 * The statuses of the network's totals against ours. The status that an operator has to look at
 * first comes first.
 */
public enum NetworkTotalStatus implements Wire {
    DIFFERS,
    NOT_RECEIVED,
    NOT_FINAL,
    /** It differs, and the difference is written off. */
    WRITTEN_OFF,
    AGREES,
    /** No record belongs to a cycle, and the network tells nothing of any. */
    NO_CYCLE;

    /** Returns the one status of several cycles. */
    static NetworkTotalStatus of(List<Cycle> cycles) {
        return cycles.stream().map(Cycle::word).min(Comparator.naturalOrder()).orElse(NO_CYCLE);
    }
}
