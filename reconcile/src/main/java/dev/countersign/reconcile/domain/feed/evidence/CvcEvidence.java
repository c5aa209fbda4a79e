package dev.countersign.reconcile.domain.feed.evidence;

import dev.countersign.reconcile.domain.Wire;

/** The gateway's finding when it verified the CVC. */
public enum CvcEvidence implements Wire {
    MATCH,
    NO_MATCH,
    NOT_CHECKED
}
