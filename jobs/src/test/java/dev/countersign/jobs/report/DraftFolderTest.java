package dev.countersign.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drafts stand beside the reports while they are made. */
class DraftFolderTest {

    @TempDir Path reports;

    @Test
    void deletesWhatAKilledProcessLeftThereTheDayBefore() throws IOException {
        Path abandoned = draftOf(Duration.ofHours(25));
        Path underWay = draftOf(Duration.ofHours(2));
        Path issued = Files.createDirectory(reports.resolve("sandbox"));
        age(issued, Duration.ofDays(400));

        try (DraftFolder own = DraftFolder.ofItsOwn(reports)) {
            assertThat(beside()).containsExactlyInAnyOrder(underWay, issued, own.path());
            assertThat(abandoned).doesNotExist();
        }

        assertThat(beside()).containsExactlyInAnyOrder(underWay, issued);
    }

    private List<Path> beside() throws IOException {
        try (Stream<Path> all = Files.list(reports)) {
            return all.toList();
        }
    }

    private Path draftOf(Duration ago) throws IOException {
        Path draft = Files.createTempDirectory(reports, ".draft-");
        Files.writeString(draft.resolve("breaks.csv"), "id");
        age(draft, ago);
        return draft;
    }

    private static void age(Path path, Duration ago) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minus(ago)));
    }
}
