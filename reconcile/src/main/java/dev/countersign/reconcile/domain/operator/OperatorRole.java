package dev.countersign.reconcile.domain.operator;

import dev.countersign.reconcile.domain.Wire;

/** What somebody may do at the console. Each role may do what those before it may. */
public enum OperatorRole implements Wire {
    /** Looks at everything. */
    VIEWER,
    /** Works on differences, disputes and messages that could not be read. */
    OPERATOR,
    /** Runs nights, closes months, and bears differences together with a second person. */
    FINANCE,
    /** Makes operators and API keys. */
    ADMINISTRATOR;

    /** True when this role may do what the other one is needed for. */
    public boolean includes(OperatorRole needed) {
        return compareTo(needed) >= 0;
    }
}
