package dev.countersign.reconcile.domain.wallet;

import dev.countersign.reconcile.domain.Wire;

/** The wallets that cards can be in. */
public enum Wallet implements Wire {
    APPLE_PAY,
    GOOGLE_PAY
}
