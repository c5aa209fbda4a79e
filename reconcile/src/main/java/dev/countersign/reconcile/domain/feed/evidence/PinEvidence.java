package dev.countersign.reconcile.domain.feed.evidence;

import dev.countersign.reconcile.domain.Wire;

/** The finding of the ingress edge when it verified the PIN. The block itself never travels. */
public enum PinEvidence implements Wire {
    ABSENT,
    MATCH,
    MISMATCH,
    BLOCKED,
    NOT_SET,
    ERROR
}
