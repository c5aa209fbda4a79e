package dev.countersign.facade.launch;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The one directory the embedded default writes to: {@code $COUNTERSIGN_HOME}, or {@code
 * .countersign} where the program was started. Removing it is starting afresh.
 */
record DataDirectory(Path path) {

    static DataDirectory ofThisProcess() {
        return of(System.getenv("COUNTERSIGN_HOME"), Path.of(""));
    }

    static DataDirectory of(@Nullable String countersignHome, Path workingDirectory) {
        Path chosen =
                countersignHome == null || countersignHome.isBlank()
                        ? workingDirectory.resolve(".countersign")
                        : Path.of(countersignHome);
        return new DataDirectory(chosen.toAbsolutePath().normalize());
    }

    Path postgres() {
        return path.resolve("postgres");
    }

    Path kafka() {
        return path.resolve("kafka");
    }

    Path keysFile() {
        return path.resolve("api-keys.env");
    }
}
