package dev.countersign.reconcile.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {

    @TempDir Path directory;

    @Test
    void makesDirectoriesAndFilesThatOnlyTheirOwnerCanRead() throws IOException {
        Path made = directory.resolve("a/b");
        PrivateFiles.own(made);
        PrivateFiles.write(made.resolve("file"), "text");

        assertThat(permissions(directory.resolve("a"))).isEqualTo("rwx------");
        assertThat(permissions(made)).isEqualTo("rwx------");
        assertThat(permissions(made.resolve("file"))).isEqualTo("rw-------");
        assertThat(made.resolve("file")).hasContent("text");
    }

    @Test
    void closesADirectoryThatWasOpenWithAllThatIsInIt() throws IOException {
        Path open = Files.createDirectory(directory.resolve("open"));
        Path inner = Files.createDirectory(open.resolve("inner"));
        Path file = Files.writeString(inner.resolve("file"), "text");
        Path program = Files.writeString(inner.resolve("program"), "text");
        Path outside = Files.writeString(directory.resolve("outside"), "text");
        Files.createSymbolicLink(inner.resolve("link"), outside);
        set(open, "rwxr-xr-x");
        set(inner, "rwxrwxr-x");
        set(file, "rw-r--r--");
        set(program, "rwxr-xr-x");
        set(outside, "rw-r--r--");

        PrivateFiles.own(open);

        assertThat(permissions(open)).isEqualTo("rwx------");
        assertThat(permissions(inner)).isEqualTo("rwx------");
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(permissions(program)).isEqualTo("rwx------");
        assertThat(permissions(outside)).as("what is linked to").isEqualTo("rw-r--r--");
    }

    @Test
    void refusesADirectoryThatEverybodyWritesTo() throws IOException {
        Path shared = Files.createDirectory(directory.resolve("shared"));
        set(shared, "rwxrwxrwx");

        assertThatExceptionOfType(StartupRefused.class)
                .isThrownBy(() -> PrivateFiles.own(shared))
                .withMessageStartingWith("Everybody may write to the data directory " + shared);
        assertThat(permissions(shared)).isEqualTo("rwxrwxrwx");
    }

    private static void set(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
