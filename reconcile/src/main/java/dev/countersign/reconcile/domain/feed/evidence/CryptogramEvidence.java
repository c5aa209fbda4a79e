package dev.countersign.reconcile.domain.feed.evidence;

import dev.countersign.reconcile.domain.Wire;

/** The gateway's finding when it verified the chip's cryptogram. */
public enum CryptogramEvidence implements Wire {
    VALID,
    INVALID,
    NOT_CHECKED
}
