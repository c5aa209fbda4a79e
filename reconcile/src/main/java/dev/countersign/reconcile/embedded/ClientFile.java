package dev.countersign.reconcile.embedded;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** The settings that a client of a server needs, as a {@code .properties} file has them. */
public final class ClientFile {

    private ClientFile() {}

    /**
     * Reads them.
     *
     * @throws StartupRefusedException if the file cannot be read
     */
    public static Map<String, Object> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new StartupRefusedException(
                    "The settings of a client in " + file + " cannot be read.", e);
        }
        Map<String, Object> settings = new HashMap<>();
        properties.forEach((name, value) -> settings.put(name.toString(), value));
        return settings;
    }
}
