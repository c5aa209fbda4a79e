package dev.countersign.reconcile.domain.operator;

import dev.countersign.reconcile.domain.Wire;

/** A role at the console. A person may hold several. */
public enum OperatorRole implements Wire {
    /** Looks at everything. */
    VIEWER,
    /** Works on breaks, disputes and messages that could not be read. */
    OPERATOR,
    /** Does what an operator does, runs nights, closes months, and writes breaks off in twos. */
    FINANCE,
    /** Makes operators and API keys; has nothing to do with money unless finance is given, too. */
    ADMINISTRATOR;

    /** True when this role includes the other one. */
    public boolean includes(OperatorRole needed) {
        return switch (needed) {
            case VIEWER -> true;
            case OPERATOR -> this == OPERATOR || this == FINANCE;
            case FINANCE -> this == FINANCE;
            case ADMINISTRATOR -> this == ADMINISTRATOR;
        };
    }
}
