package dev.countersign.reconcile.domain.audit;

import dev.countersign.reconcile.domain.Wire;

/** Kinds of actors on the audit trail. */
public enum ActorKind implements Wire {
    /** A person at the console, by name. */
    OPERATOR,
    /** An API key, by its id. */
    KEY,
    /** A person at a terminal, by the name that the machine knows. */
    COMMAND,
    /** The identity provider, at a login that it vouches for. */
    PROVIDER,
    /** A start of the product, by the name that the machine knows. */
    START
}
