package dev.countersign.reconcile.domain.event;

import dev.countersign.reconcile.domain.Wire;

/**
 * The kinds of thing whose changes are published: what the interface shows, and what nights make.
 */
public enum EventKind implements Wire {
    PROGRAM,
    CUSTOMER,
    CARD,
    AUTHORIZATION_CONTROLS,
    THREE_DS,
    PIN_STATUS,
    WALLET_TOKEN,
    PHYSICAL_CARD_ORDER,
    TRANSACTION,
    DISPUTE,
    FUNDING_ACCOUNT,
    BREAK,
    NIGHT,
    REPORT
}
