package dev.countersign.facade.console;

import dev.countersign.facade.console.access.WorkCounts;
import dev.countersign.facade.error.TransientErrors;
import dev.countersign.jobs.NightQueries;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.operations.WaitingWork;
import dev.countersign.reconcile.service.operations.WaitingWork.Counts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The counts of waiting work, shown beside the entries of the navigation. A page is shown without
 * them rather than not at all.
 */
record WorkTally(WaitingWork work, NightQueries nights) implements WorkCounts {

    @Override
    public Map<String, String> of(Mode mode) {
        try {
            Counts counts = work.count(mode);
            Map<String, String> waiting = new LinkedHashMap<>();
            // A date of the sandbox need not be run: the night of a later one covers it.
            put(waiting, "nights", mode == Mode.LIVE ? nights.overdue(mode) : 0);
            put(waiting, "breaks", counts.writeOffs());
            put(waiting, "quarantine", counts.messages());
            return waiting;
        } catch (RuntimeException e) {
            if (!TransientErrors.is(e)) {
                throw e;
            }
            return Map.of();
        }
    }

    private static void put(Map<String, String> waiting, String section, long count) {
        if (count > 0) {
            waiting.put(
                    section,
                    count > WaitingWork.COUNTED_MAX
                            ? WaitingWork.COUNTED_MAX + "+"
                            : Long.toString(count));
        }
    }
}
