package dev.countersign.reconcile.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivateFilesTest {

    /** A user that every system has, and that owns nothing. */
    private static final int NEIGHBOUR = 65534;

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
    void closesWhatALinkLeadsTo() throws IOException {
        Path open = Files.createDirectory(directory.resolve("disk"));
        Path file = Files.writeString(open.resolve("file"), "text");
        set(open, "rwxr-xr-x");
        set(file, "rw-r--r--");
        Path link = Files.createSymbolicLink(directory.resolve("home"), open);

        PrivateFiles.own(link);

        assertThat(permissions(open)).isEqualTo("rwx------");
        assertThat(permissions(file)).isEqualTo("rw-------");
    }

    @ParameterizedTest
    @CsvSource({"rwxrwxrwx, Everybody may write", "rwxrwx---, A whole group may write"})
    void refusesADirectoryThatOthersWriteTo(String open, String refusal) throws IOException {
        Path shared = Files.createDirectory(directory.resolve("shared"));
        set(shared, open);

        assertThatExceptionOfType(StartupRefusedException.class)
                .isThrownBy(() -> PrivateFiles.own(shared))
                .withMessageStartingWith(refusal + " to the data directory " + shared);
        assertThat(permissions(shared)).isEqualTo(open);
        assertThat(shared).isEmptyDirectory();
    }

    @Test
    void refusesWhatAnotherUserMade() throws IOException {
        Path made = Files.createDirectory(directory.resolve("made"));
        Path linked = Files.createSymbolicLink(directory.resolve("linked"), directory);
        assumeTrue("root".equals(System.getProperty("user.name")), "only root gives files away");
        for (Path each : List.of(made, linked)) {
            Files.setAttribute(each, "unix:uid", NEIGHBOUR, LinkOption.NOFOLLOW_LINKS);

            assertThatExceptionOfType(StartupRefusedException.class)
                    .isThrownBy(() -> PrivateFiles.own(each))
                    .withMessageStartingWith("The data directory " + each + " is that of the user");
        }
        assertThat(made).isEmptyDirectory();
    }

    @Test
    void leavesAFileThatAnotherProcessWroteFirst() throws IOException {
        Path file = directory.resolve("password");

        PrivateFiles.writeFirst(file, "of the first");
        PrivateFiles.writeFirst(file, "of the second");

        assertThat(file).hasContent("of the first");
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(directory).isDirectoryNotContaining("glob:**.draft");
    }

    private static void set(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
