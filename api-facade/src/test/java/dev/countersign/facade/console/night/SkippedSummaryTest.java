package dev.countersign.facade.console.night;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.night.StepCounts;
import dev.countersign.jobs.skipped.SkippedCount;
import java.util.List;
import org.junit.jupiter.api.Test;

class SkippedSummaryTest {

    private static StepCounts step(String name, long written, long skipped) {
        return new StepCounts(
                name, "COMPLETED", written + skipped, written, skipped, null, null, null);
    }

    @Test
    void tellsWhatAStepSkipsFromWhatItWritesDownAsLeftAside() {
        List<SkippedSummary> left =
                SkippedSummary.of(
                        List.of(step("settle", 20, 0), step("disputes", 12, 36)),
                        List.of(
                                new SkippedCount("disputes", "transit", 7),
                                new SkippedCount("settle", "unknown_card", 2)));

        assertThat(left)
                .containsExactly(
                        new SkippedSummary(
                                "disputes",
                                "the merchant still has time to put it right",
                                36,
                                true),
                        new SkippedSummary("disputes", "transit", 7, false),
                        new SkippedSummary("settle", "unknown card", 2, false));
    }

    @Test
    void addsUpToWhatTheStepOfFilesSkippedAfterSomeWereLetGo() {
        List<SkippedSummary> left =
                SkippedSummary.of(
                        List.of(step("files", 1, 5)),
                        List.of(new SkippedCount("files", "file_rejected", 3)));

        assertThat(left)
                .containsExactly(
                        new SkippedSummary("files", "file rejected", 3, true),
                        new SkippedSummary("files", "let go since then", 2, true));
    }
}
