package dev.countersign.bench.stage;

import dev.countersign.reconcile.embedded.ClientFile;
import java.nio.file.Path;
import java.util.Map;

/** Settings of a client of the run's broker. */
public final class BrokerClient {

    private BrokerClient() {}

    /**
     * The settings to connect with, and more.
     *
     * @param clientFile that the broker wrote
     */
    public static Map<String, Object> with(String clientFile, Map<String, Object> more) {
        Map<String, Object> settings = ClientFile.read(Path.of(clientFile));
        settings.putAll(more);
        return settings;
    }
}
