package dev.countersign.facade.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command says so where the keys that are loaded are of another product than it works with. */
class LoadedKeysTest {

    private static final String HERE = "http://127.0.0.1:8080";
    private static final String THERE = "http://127.0.0.1:8081";

    @TempDir Path home;

    @Test
    void saysWhichProductTheyAreOfAndWhichOneIsFound() {
        new KeysFile(new DataDirectory(home)).write(Map.of("COUNTERSIGN_URL", THERE));

        assertThat(LoadedKeys.mismatch(Map.of("COUNTERSIGN_URL", HERE), new DataDirectory(home)))
                .hasValue(
                        "The keys that are loaded here are of the product at http://127.0.0.1:8080;"
                                + " this command works with the one at http://127.0.0.1:8081. To load"
                                + " its keys: . "
                                + home.resolve("api-keys.env"));
    }

    @Test
    void saysNothingOfTheSameProductOrWhereNoKeysAreLoaded() {
        new KeysFile(new DataDirectory(home)).write(Map.of("COUNTERSIGN_URL", HERE));

        assertThat(LoadedKeys.mismatch(Map.of("COUNTERSIGN_URL", HERE), new DataDirectory(home)))
                .isEmpty();
        assertThat(LoadedKeys.mismatch(Map.of(), new DataDirectory(home))).isEmpty();
    }

    @Test
    void saysNothingWhereNoProductWasStarted() {
        assertThat(LoadedKeys.mismatch(Map.of("COUNTERSIGN_URL", HERE), new DataDirectory(home)))
                .isEmpty();
    }
}
