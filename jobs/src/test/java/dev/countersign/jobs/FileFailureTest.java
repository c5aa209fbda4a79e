package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** Messages to the operator about a file that could not be used. */
class FileFailureTest {

    @Test
    void saysWhyWhereTheFailureOnlyNamesTheFile() {
        assertThat(FileFailure.sentence(new NoSuchFileException("/r/a.csv")))
                .isEqualTo(
                        "/r/a.csv cannot be used: it is not there, or its folder is not: name another, or make the folder.");
        assertThat(FileFailure.sentence(new FileAlreadyExistsException("/r")))
                .isEqualTo("/r cannot be used: it is there already, and is no folder.");
        assertThat(FileFailure.sentence(new AccessDeniedException("/r")))
                .isEqualTo("/r cannot be used: this user may not.");
    }

    @Test
    void givesTheReasonOfTheFileSystem() {
        assertThat(
                        FileFailure.sentence(
                                new FileSystemException(
                                        "/r/a.csv", null, "No space left on device")))
                .isEqualTo("/r/a.csv cannot be used: No space left on device.");
    }
}
