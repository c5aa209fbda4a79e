package dev.countersign.reconcile.domain.breaks;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle.Step;
import java.util.List;

/** The state of the work on a break. */
public enum BreakState implements Wire {
    OPEN,
    INVESTIGATING,
    RESOLVED,
    WRITTEN_OFF;

    /** The triggers that move a break. */
    public static final Lifecycle<BreakState> TABLE =
            new Lifecycle<>(
                    "break",
                    List.of(
                            new Step<>(OPEN, "an operator takes it", INVESTIGATING),
                            new Step<>(OPEN, "explained, or the missing side came", RESOLVED),
                            new Step<>(OPEN, "two operators write it off", WRITTEN_OFF),
                            new Step<>(
                                    INVESTIGATING, "explained, or the missing side came", RESOLVED),
                            new Step<>(INVESTIGATING, "two operators write it off", WRITTEN_OFF)));

    /** True when no operator has to work on it any more. */
    public boolean closed() {
        return this == RESOLVED || this == WRITTEN_OFF;
    }
}
