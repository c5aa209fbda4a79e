package dev.countersign.jobs.rate;

import dev.countersign.reconcile.domain.Wire;

/** The party that a rate pays. */
public enum RateKind implements Wire {
    /** The issuer, of the acquirer; of cash the acquirer, of the issuer. */
    INTERCHANGE,
    /** The network, of the issuer. */
    SCHEME_FEE
}
