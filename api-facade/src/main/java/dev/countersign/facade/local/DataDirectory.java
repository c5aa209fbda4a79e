package dev.countersign.facade.local;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The one directory the embedded default writes to: {@code $COUNTERSIGN_HOME}, or {@code
 * .countersign} where the program was started. Removing it is starting afresh.
 */
public record DataDirectory(Path path) {

    public static DataDirectory ofThisProcess() {
        return of(System.getenv("COUNTERSIGN_HOME"), Path.of(""));
    }

    public static DataDirectory of(@Nullable String countersignHome, Path workingDirectory) {
        Path chosen =
                countersignHome == null || countersignHome.isBlank()
                        ? workingDirectory.resolve(".countersign")
                        : Path.of(countersignHome);
        return new DataDirectory(chosen.toAbsolutePath().normalize());
    }

    public Path postgres() {
        return path.resolve("postgres");
    }

    public Path kafka() {
        return path.resolve("kafka");
    }

    /** Returns the directory where reports are kept as they were issued. */
    public Path reports() {
        return path.resolve("reports");
    }

    public Path keysFile() {
        return path.resolve("api-keys.env");
    }
}
