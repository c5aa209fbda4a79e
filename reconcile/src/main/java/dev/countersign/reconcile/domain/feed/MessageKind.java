package dev.countersign.reconcile.domain.feed;

import dev.countersign.reconcile.domain.Wire;

/** The kinds of message on the feed, as the envelope names them. */
public enum MessageKind implements Wire {
    AUTHORIZATION_REQUEST,
    FINANCIAL_REQUEST,
    AUTHORIZATION_ADVICE,
    INCREMENTAL_AUTHORIZATION,
    REVERSAL,
    CLEARING,
    CLEARING_REVERSAL,
    REFUND_AUTHORIZATION,
    REFUND,
    BALANCE_INQUIRY,
    ACCOUNT_VERIFICATION,
    CHARGEBACK,
    REPRESENTMENT,
    ARBITRATION,
    CARD_ORDER_UPDATE,
    WALLET_TOKEN_UPDATE,
    FEE_COLLECTION,
    SETTLEMENT_TOTAL,
    BATCH_HEADER,
    BATCH_TRAILER
}
