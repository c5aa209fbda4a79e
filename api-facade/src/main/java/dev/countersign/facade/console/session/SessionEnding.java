package dev.countersign.facade.console.session;

import dev.countersign.reconcile.domain.Wire;

/** The reason why a session is over. */
public enum SessionEnding implements Wire {
    /** It was not used for as long as a session may rest. */
    RESTED,
    /** It lasted as long as a session may last. */
    LASTED,
    /** Its operator logged out, has other roles or another password, or is disabled. */
    ENDED
}
