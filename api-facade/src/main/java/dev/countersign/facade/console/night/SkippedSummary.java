package dev.countersign.facade.console.night;

import dev.countersign.jobs.night.StepCounts;
import dev.countersign.jobs.skipped.SkippedCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The number of items that a step skipped, and the reason.
 *
 * @param reason in words
 * @param skipped true for what the step counts as skipped: it stayed as it was. What was written
 *     down as left aside is among the rows that the step wrote.
 */
public record SkippedSummary(String step, String reason, long count, boolean skipped) {

    private static final String FILES = "files";

    /** Steps whose skipped rows are left aside for one reason. */
    private static final Map<String, String> WHY =
            Map.of(
                    "settle", "nothing to settle",
                    "expire", "released by the feed after the cut",
                    "totals", "the days came out as they were",
                    "disputes", "the merchant still has time to put it right",
                    "reports", "they came out as they were issued");

    /** Lists the counts of the steps, then what is known item by item. */
    static List<SkippedSummary> of(List<StepCounts> steps, List<SkippedCount> items) {
        List<SkippedSummary> all = new ArrayList<>();
        for (StepCounts step : steps) {
            String why = WHY.get(step.name());
            if (why != null && step.skipped() > 0) {
                all.add(new SkippedSummary(step.name(), why, step.skipped(), true));
            }
        }
        long held = 0;
        for (SkippedCount item : items) {
            boolean ofFile = item.step().equals(FILES);
            held += ofFile ? item.count() : 0;
            all.add(
                    new SkippedSummary(
                            item.step(), item.reason().replace('_', ' '), item.count(), ofFile));
        }
        for (StepCounts step : steps) {
            if (step.name().equals(FILES) && step.skipped() > held) {
                all.add(
                        new SkippedSummary(
                                FILES, "let go since then", step.skipped() - held, true));
            }
        }
        return all;
    }
}
