package dev.countersign.facade.console.night;

import dev.countersign.jobs.night.Skipped;
import dev.countersign.jobs.night.StepCounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many a step left aside, and why.
 *
 * @param reason in words
 */
public record LeftAside(String step, String reason, long count) {

    /** Steps whose skipped rows are left aside for one reason. */
    private static final Map<String, String> WHY =
            Map.of(
                    "settle", "nothing is left to settle for them",
                    "expire", "the stream let them go since the cut",
                    "totals", "the days came out as they were",
                    "disputes", "the merchant still has time to put it right",
                    "reports", "they came out as they were issued");

    /** What the steps counted, then what can be told item by item. */
    static List<LeftAside> of(List<StepCounts> steps, List<Skipped> items) {
        List<LeftAside> all = new ArrayList<>();
        for (StepCounts step : steps) {
            String why = WHY.get(step.name());
            if (why != null && step.skipped() > 0) {
                all.add(new LeftAside(step.name(), why, step.skipped()));
            }
        }
        Map<List<String>, Long> counts = new LinkedHashMap<>();
        items.forEach(each -> counts.merge(List.of(each.step(), each.reason()), 1L, Long::sum));
        counts.forEach(
                (group, count) ->
                        all.add(
                                new LeftAside(
                                        group.getFirst(),
                                        group.getLast().replace('_', ' '),
                                        count)));
        return all;
    }
}
