package dev.countersign.facade.launch.demo;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.countersign.facade.testkit.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentMarkTest {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir private Path directory;

    @Test
    void saysOnceThatItCannotBeWrittenAndGoesOnWhenItCan() throws IOException {
        Path blocked = Files.writeString(directory.resolve("no-directory"), "");
        SentMark mark = new SentMark(blocked.resolve("demo.mark"), NOON);

        try (CapturedLog log = CapturedLog.of(SentMark.class.getName(), Level.WARN)) {
            mark.write(NOON.plusSeconds(1));
            mark.write(NOON.plusSeconds(2));
            assertThat(log.messages(Level.WARN)).hasSize(1);
        }
        Files.delete(blocked);
        mark.write(NOON.plusSeconds(3));

        assertThat(mark.read()).hasValue(NOON.plusSeconds(3));
    }
}
