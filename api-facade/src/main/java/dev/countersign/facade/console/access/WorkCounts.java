package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.account.Mode;
import java.util.Map;

/** The amounts of work that wait for operators in the parts of the console. */
@FunctionalInterface
public interface WorkCounts {

    /**
     * Returns the waiting work in words, by section of the navigation. A section without any has no
     * entry.
     */
    Map<String, String> of(Mode mode);
}
