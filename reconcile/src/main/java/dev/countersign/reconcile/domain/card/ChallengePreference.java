package dev.countersign.reconcile.domain.card;

import dev.countersign.reconcile.domain.Wire;

/** The degree to which the issuer wants the cardholder to be challenged in 3-D Secure. */
public enum ChallengePreference implements Wire {
    NO_PREFERENCE,
    CHALLENGE_REQUESTED,
    CHALLENGE_AVOIDED
}
