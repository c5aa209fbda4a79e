package dev.countersign.jobs.proof;

import dev.countersign.reconcile.domain.Wire;
import java.util.Comparator;
import java.util.List;

/** What the network says to our totals, what somebody has to look at first. */
public enum NetworkTotalStatus implements Wire {
    DIFFERS,
    NOT_TOLD,
    NOT_FINAL,
    /** It differs, and the issuer bears it. */
    BORNE,
    AGREES,
    /** No record belongs to a cycle, and the network tells nothing of any. */
    NO_CYCLE;

    /** What is to be said of several cycles. */
    static NetworkTotalStatus of(List<Cycle> cycles) {
        return cycles.stream().map(Cycle::word).min(Comparator.naturalOrder()).orElse(NO_CYCLE);
    }
}
