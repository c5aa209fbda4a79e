package dev.countersign.facade.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysFileTest {

    @TempDir Path directory;

    @Test
    void writesForItsOwnerAloneWhatAShellAndItselfCanRead() throws IOException {
        KeysFile file = new KeysFile(new DataDirectory(directory.resolve("home")));
        Map<String, String> assignments = new LinkedHashMap<>();
        assignments.put("A_KEY", "sk_test_1");
        assignments.put("B_URL", "jdbc:x?a=1&b='2'");

        file.write(assignments);

        assertThat(file.path())
                .content()
                .isEqualTo("A_KEY=sk_test_1\nB_URL='jdbc:x?a=1&b='\\''2'\\'''\n");
        assertThat(file.read()).isEqualTo(assignments);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
                .isEqualTo("rw-------");
    }

    /** Commands of the shell that reads it then know which product is meant. */
    @Test
    void exportsWhereTheProductIs() {
        KeysFile file = new KeysFile(new DataDirectory(directory));
        Map<String, String> assignments = new LinkedHashMap<>();
        assignments.put("COUNTERSIGN_URL", "http://127.0.0.1:8081");
        assignments.put("A_KEY", "sk_test_1");
        assignments.put("COUNTERSIGN_HOME", "/a home");

        file.write(assignments);

        assertThat(file.path())
                .content()
                .endsWith("COUNTERSIGN_HOME='/a home'\nexport COUNTERSIGN_URL COUNTERSIGN_HOME\n");
        assertThat(file.read()).isEqualTo(assignments);
    }

    @Test
    void saysThatThePasswordIsThatOfTheFirstLogin() {
        KeysFile file = new KeysFile(new DataDirectory(directory));
        Map<String, String> assignments = new LinkedHashMap<>();
        assignments.put("CONSOLE_USER", "admin");
        assignments.put("CONSOLE_PASSWORD", "four words of chance");

        file.write(assignments);

        assertThat(file.path())
                .content()
                .isEqualTo(
                        """
                        CONSOLE_USER=admin
                        # The password of the first login; it stays here when it is changed.
                        CONSOLE_PASSWORD='four words of chance'
                        """);
        assertThat(file.read()).isEqualTo(assignments);
    }

    @Test
    void saysNothingWhereThereIsNoFile() {
        assertThat(new KeysFile(new DataDirectory(directory)).read()).isEmpty();
    }
}
