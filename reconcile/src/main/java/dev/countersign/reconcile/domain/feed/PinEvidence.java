package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.Wire;

/** What the ingress edge found when it verified the PIN; the block itself never travels. */
public enum PinEvidence implements Wire {
    ABSENT,
    MATCH,
    MISMATCH,
    BLOCKED,
    NOT_SET,
    ERROR
}
