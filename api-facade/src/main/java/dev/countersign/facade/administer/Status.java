package dev.countersign.facade.administer;

import dev.countersign.reconcile.domain.Wire;

/** The status that says whether a program or a customer counts. */
public enum Status implements Wire {
    ACTIVE,
    INACTIVE;

    static Status of(boolean active) {
        return active ? ACTIVE : INACTIVE;
    }
}
