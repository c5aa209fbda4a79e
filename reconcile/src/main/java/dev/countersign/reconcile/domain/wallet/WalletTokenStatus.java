package dev.countersign.reconcile.domain.wallet;

import dev.countersign.reconcile.domain.Wire;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle;
import dev.countersign.reconcile.domain.lifecycle.Lifecycle.Step;
import java.util.List;

/** The status of a wallet token in its life. {@code REMOVED} is final. */
public enum WalletTokenStatus implements Wire {
    PENDING,
    ACTIVE,
    SUSPENDED,
    REMOVED;

    /** The transitions of a wallet token. */
    public static final Lifecycle<WalletTokenStatus> TABLE =
            new Lifecycle<>(
                    "wallet_token",
                    List.of(
                            new Step<>(PENDING, "wallet confirms", ACTIVE),
                            new Step<>(ACTIVE, "wallet suspends, or freezeCard", SUSPENDED),
                            new Step<>(SUSPENDED, "wallet resumes, or unfreezeCard", ACTIVE),
                            new Step<>(
                                    PENDING,
                                    "deleteWalletToken, terminateCard, or unconfirmed for 24 hours",
                                    REMOVED),
                            new Step<>(ACTIVE, "deleteWalletToken, or terminateCard", REMOVED),
                            new Step<>(SUSPENDED, "deleteWalletToken, or terminateCard", REMOVED)));
}
