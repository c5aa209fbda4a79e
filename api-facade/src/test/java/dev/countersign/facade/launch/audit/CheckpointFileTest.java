package dev.countersign.facade.launch.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.audit.AuditCheckpoint;
import dev.countersign.reconcile.domain.audit.CheckpointCause;
import dev.countersign.reconcile.service.audit.DestinationUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFileTest {

    @TempDir private Path directory;

    private static AuditCheckpoint checkpoint(long sequence) {
        return new AuditCheckpoint(
                sequence,
                Instant.parse("2026-11-21T12:00:00.123456Z"),
                CheckpointCause.HUNDRED,
                sequence * 100,
                "a".repeat(64),
                "audit-trail-1",
                "b".repeat(64));
    }

    private Path path() {
        return directory.resolve("made").resolve("checkpoints.jsonl");
    }

    @Test
    void keepsCheckpointsForItsOwnerAloneOneALine() throws IOException {
        CheckpointFile file = new CheckpointFile(path());
        assertThat(file.read()).isEmpty();

        file.append(List.of(checkpoint(1), checkpoint(2)));
        new CheckpointFile(path()).append(List.of(checkpoint(2), checkpoint(3)));

        assertThat(file.read()).containsExactly(checkpoint(1), checkpoint(2), checkpoint(3));
        assertThat(Files.readAllLines(path()).get(1))
                .isEqualTo(
                        "{\"checkpoint\":1,\"at\":\"2026-11-21T12:00:00.123456Z\","
                                + "\"cause\":\"hundred\",\"entries\":100,\"head\":\""
                                + "a".repeat(64)
                                + "\",\"key\":\"audit-trail-1\",\"seal\":\""
                                + "b".repeat(64)
                                + "\"}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
                .isEqualTo("rw-------");
    }

    @Test
    void writesAgainWhatAProcessWroteByHalfWhenItDied() throws IOException {
        CheckpointFile file = new CheckpointFile(path());
        file.append(List.of(checkpoint(1)));
        Files.writeString(
                path(),
                CheckpointJson.write(checkpoint(2)).substring(0, 40),
                StandardOpenOption.APPEND);
        assertThat(file.read()).containsExactly(checkpoint(1));

        file.append(List.of(checkpoint(2)));

        assertThat(file.read()).containsExactly(checkpoint(1), checkpoint(2));
    }

    @Test
    void isKnownByAnIdThatACopyHasToo() throws IOException {
        CheckpointFile file = new CheckpointFile(path());
        assertThat(file.id()).isEmpty();
        file.append(List.of(checkpoint(1)));
        String id = file.id().orElseThrow();

        Path copy = Files.copy(path(), directory.resolve("copy.jsonl"));

        assertThat(new CheckpointFile(copy).id()).hasValue(id);
        Files.delete(path());
        file.append(List.of(checkpoint(1)));
        assertThat(file.id()).isPresent().isNotEqualTo(Optional.of(id));
    }

    @Test
    void getsAnIdWhereAnEarlierVersionWroteIt() throws IOException {
        Files.createDirectories(path().getParent());
        Files.writeString(path(), CheckpointJson.write(checkpoint(1)) + "\n");
        CheckpointFile file = new CheckpointFile(path());

        file.append(List.of(checkpoint(1), checkpoint(2)));

        assertThat(file.id()).isPresent();
        assertThat(file.read()).containsExactly(checkpoint(1), checkpoint(2));
    }

    @Test
    void goesOnAfterBytesThatAreNoText() throws IOException {
        CheckpointFile file = new CheckpointFile(path());
        file.append(List.of(checkpoint(1)));
        Files.write(path(), new byte[] {(byte) 0xc3, 0x28, 0}, StandardOpenOption.APPEND);

        file.append(List.of(checkpoint(2)));

        assertThat(file.read()).containsExactly(checkpoint(1), checkpoint(2));
    }

    @Test
    void saysThatItCannotBeReached() throws IOException {
        Files.writeString(directory.resolve("file"), "");
        CheckpointFile file = new CheckpointFile(directory.resolve("file").resolve("below"));

        assertThatThrownBy(() -> file.append(List.of(checkpoint(1))))
                .isInstanceOf(DestinationUnavailableException.class)
                .hasMessageContaining("cannot be reached");
    }
}
