package dev.countersign.reconcile.domain.audit;

import dev.countersign.reconcile.domain.Wire;

/** What kind of somebody changed something. */
public enum ActorKind implements Wire {
    /** A person at the console, by name. */
    OPERATOR,
    /** An API key, by its id. */
    KEY,
    /** A person at a terminal, by the name that the machine knows. */
    COMMAND
}
