package dev.countersign.facade.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DataDirectoryTest {

    private static final Path WORKING = Path.of("/somewhere/else");

    @Test
    void isInTheWorkingDirectoryUnlessNamed() {
        assertThat(DataDirectory.of(null, WORKING).path())
                .isEqualTo(Path.of("/somewhere/else/.countersign"));
        assertThat(DataDirectory.of(" ", WORKING).path())
                .isEqualTo(Path.of("/somewhere/else/.countersign"));
        assertThat(DataDirectory.of("/srv/book", WORKING).path()).isEqualTo(Path.of("/srv/book"));
    }
}
