package dev.countersign.facade.administer.argument;

import dev.countersign.reconcile.domain.Wire;

/** The status that says whether a program or a customer counts. */
public enum Status implements Wire {
    ACTIVE,
    INACTIVE;

    public static Status of(boolean active) {
        return active ? ACTIVE : INACTIVE;
    }
}
