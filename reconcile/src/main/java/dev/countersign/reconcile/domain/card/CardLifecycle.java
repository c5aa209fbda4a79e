package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.lifecycle.Lifecycle;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle.Step;
import java.util.List;

/** The triggers that move a card from one state to another. */
public final class CardLifecycle {

    public static final String FREEZE = "freezeCard";
    public static final String UNFREEZE = "unfreezeCard";
    public static final String TERMINATE = "terminateCard";
    public static final String DELIVER = "order delivered";

    public static final Lifecycle<CardStatus> TABLE =
            new Lifecycle<>(
                    "card",
                    List.of(
                            new Step<>(CardStatus.PENDING, DELIVER, CardStatus.ACTIVE),
                            new Step<>(CardStatus.PENDING, TERMINATE, CardStatus.TERMINATED),
                            new Step<>(CardStatus.ACTIVE, FREEZE, CardStatus.FROZEN),
                            new Step<>(CardStatus.ACTIVE, TERMINATE, CardStatus.TERMINATED),
                            new Step<>(CardStatus.FROZEN, UNFREEZE, CardStatus.ACTIVE),
                            new Step<>(CardStatus.FROZEN, TERMINATE, CardStatus.TERMINATED)));

    private CardLifecycle() {}
}
