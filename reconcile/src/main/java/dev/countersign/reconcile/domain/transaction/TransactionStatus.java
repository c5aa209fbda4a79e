package dev.countersign.reconcile.domain.transaction;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle.Step;
import java.util.List;

/** The status of a transaction in its life; the specification's four states. */
public enum TransactionStatus implements Wire {
    AUTHORIZED,
    DECLINED,
    REVERSED,
    SETTLED;

    /**
     * The transitions of a transaction. A decline is final for us; only the network can override
     * it.
     */
    public static final Lifecycle<TransactionStatus> TABLE =
            new Lifecycle<>(
                    "transaction",
                    List.of(
                            new Step<>(AUTHORIZED, "first posted clearing", SETTLED),
                            new Step<>(
                                    AUTHORIZED,
                                    "full reversal, expiry, or its refund is posted beside it",
                                    REVERSED),
                            new Step<>(REVERSED, "clearing that names it", SETTLED),
                            new Step<>(
                                    SETTLED,
                                    "full clearing reversal, or its clearing is matched elsewhere",
                                    REVERSED),
                            new Step<>(SETTLED, "its clearing is matched elsewhere", AUTHORIZED),
                            new Step<>(DECLINED, "stand-in approval by the network", AUTHORIZED)));
}
