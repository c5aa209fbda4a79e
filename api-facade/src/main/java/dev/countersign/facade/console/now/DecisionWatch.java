package dev.countersign.facade.console.now;

import java.util.Optional;

/** The decisions of the whole system, whichever process makes them, while somebody looks. */
public interface DecisionWatch {

    /** Counts from nothing, beginning with the next decision; one that counts goes on. */
    void open();

    /** Ends the counting. */
    void close();

    /** The counts as they are now; empty while they are not known, or nobody looks. */
    Optional<DecisionCounts> counts();
}
