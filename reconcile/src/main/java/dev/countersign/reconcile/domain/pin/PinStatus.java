package dev.countersign.reconcile.domain.pin;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle.Step;
import java.util.List;

/** The state of a card's PIN: whether the card has one that can be used. */
public enum PinStatus implements Wire {
    SET,
    NOT_SET,
    BLOCKED;

    /** The triggers that move the PIN of a card. */
    public static final Lifecycle<PinStatus> TABLE =
            new Lifecycle<>(
                    "pin_status",
                    List.of(
                            new Step<>(NOT_SET, "setPin", SET),
                            new Step<>(SET, "setPin", SET),
                            new Step<>(SET, "third consecutive wrong PIN", BLOCKED),
                            new Step<>(BLOCKED, "setPin", SET),
                            new Step<>(BLOCKED, "unblockPin", SET)));
}
