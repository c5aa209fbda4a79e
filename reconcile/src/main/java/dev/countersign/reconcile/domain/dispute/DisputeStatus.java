package dev.countersign.reconcile.domain.dispute;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle.Step;
import java.util.List;

/** The state of a dispute. */
public enum DisputeStatus implements Wire {
    OPEN,
    UNDER_REVIEW,
    WON,
    LOST,
    WITHDRAWN;

    /** The triggers that move a dispute. */
    public static final Lifecycle<DisputeStatus> TABLE =
            new Lifecycle<>(
                    "dispute",
                    List.of(
                            new Step<>(OPEN, "network takes it", UNDER_REVIEW),
                            new Step<>(OPEN, "refund covers it, or it is given up", WITHDRAWN),
                            new Step<>(UNDER_REVIEW, "network decides for the issuer", WON),
                            new Step<>(UNDER_REVIEW, "network decides for the merchant", LOST),
                            new Step<>(
                                    UNDER_REVIEW,
                                    "refund covers it, or it is given up",
                                    WITHDRAWN)));

    /** True when nothing moves it any more. */
    public boolean resolved() {
        return this == WON || this == LOST || this == WITHDRAWN;
    }
}
