package dev.countersign.facade.administer.argument;

import dev.countersign.reconcile.domain.Wire;

/** The mode that says whether a program binds its cards to strong customer authentication. */
public enum ScaMode implements Wire {
    OFF,
    ENFORCE;

    public static ScaMode of(boolean enforced) {
        return enforced ? ENFORCE : OFF;
    }
}
