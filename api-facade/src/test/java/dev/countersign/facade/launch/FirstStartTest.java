package dev.countersign.facade.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.local.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstStartTest {

    @TempDir Path directory;

    @Test
    void writesTheKeysOnceForTheirOwnerAlone() throws IOException {
        DataDirectory data = new DataDirectory(directory.resolve("home"));
        FirstStart firstStart = new FirstStart(data);

        var keys = new TreeMap<>(Map.of("A_KEY", "sk_test_1", "B_URL", "jdbc:x?a=1&b='2'"));
        assertThat(firstStart.issueKeysOnce(() -> keys)).isTrue();
        assertThat(firstStart.issueKeysOnce(() -> Map.of("A_KEY", "another"))).isFalse();

        assertThat(data.keysFile())
                .content()
                .isEqualTo("A_KEY=sk_test_1\nB_URL='jdbc:x?a=1&b='\\''2'\\'''\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.keysFile())))
                .isEqualTo("rw-------");
    }
}
