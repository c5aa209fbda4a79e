package dev.countersign.facade.console.breaks;

import dev.countersign.reconcile.domain.breaks.AgeBucket;
import dev.countersign.reconcile.domain.breaks.Severity;
import dev.countersign.reconcile.domain.breaks.queue.WaitingBreaks;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Waiting breaks, by how long they have waited.
 *
 * @param bars one per severity, with a count per age
 * @param late how many have waited longer than their severity allows
 */
public record Ageing(List<String> ages, List<Bar> bars, long total, long late) {

    /** The counts of one severity, in the order of the ages. */
    public record Bar(String severity, List<Long> counts) {

        /** Returns the total number of breaks, over all ages. */
        public long total() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }

    static Ageing of(List<WaitingBreaks> waiting, LocalDate today) {
        List<Bar> bars = new ArrayList<>();
        for (Severity severity : Severity.values()) {
            List<Long> counts = new ArrayList<>();
            for (AgeBucket bucket : AgeBucket.values()) {
                counts.add(
                        waiting.stream()
                                .filter(each -> each.severity() == severity)
                                .filter(each -> AgeBucket.of(each.origin(), today) == bucket)
                                .mapToLong(WaitingBreaks::count)
                                .sum());
            }
            Bar bar = new Bar(severity.wire(), counts);
            if (bar.total() > 0) {
                bars.add(bar);
            }
        }
        return new Ageing(
                Arrays.stream(AgeBucket.values()).map(AgeBucket::text).toList(),
                bars,
                waiting.stream().mapToLong(WaitingBreaks::count).sum(),
                waiting.stream()
                        .filter(each -> AgeBucket.escalates(each.severity(), each.origin(), today))
                        .mapToLong(WaitingBreaks::count)
                        .sum());
    }
}
