package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.Wire;

/** What the gateway found when it verified the chip's cryptogram. */
public enum CryptogramEvidence implements Wire {
    VALID,
    INVALID,
    NOT_CHECKED
}
