package dev.countersign.facade.console.access;

import dev.countersign.reconcile.domain.account.Mode;
import java.util.Map;

/** How much waits for people in the parts of the console. */
@FunctionalInterface
public interface WorkCounts {

    /** What waits, by the section of the navigation, in words; nothing for a section without. */
    Map<String, String> of(Mode mode);
}
