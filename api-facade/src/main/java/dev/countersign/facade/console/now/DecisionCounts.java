package dev.countersign.facade.console.now;

import java.time.Instant;
import java.util.Map;

/**
 * The decisions of the whole system since somebody began to look.
 *
 * @param at the moment up to which they are counted
 * @param decided all of them
 * @param approved of those whose answer was looked into
 * @param declined of those whose answer was looked into, by what was answered
 */
public record DecisionCounts(Instant at, long decided, long approved, Map<Decline, Long> declined) {

    public DecisionCounts {
        declined = Map.copyOf(declined);
    }

    /** The number of those whose answer was looked into. */
    long sampled() {
        return approved + declined.values().stream().mapToLong(Long::longValue).sum();
    }
}
