package dev.countersign.facade.administer;

import dev.countersign.reconcile.domain.Wire;

/** Whether a program binds its cards to strong customer authentication. */
public enum ScaMode implements Wire {
    OFF,
    ENFORCE;

    static ScaMode of(boolean enforced) {
        return enforced ? ENFORCE : OFF;
    }
}
