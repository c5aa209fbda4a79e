package dev.countersign.bench.course;

import dev.countersign.bench.load.RestClients;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.StageFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The interface and the console of a packaged product that is ready.
 *
 * @param address of the sandbox's interface
 * @param issued what the first start made and wrote down, by name
 */
public record ApiProcess(Child child, String address, Map<String, String> issued)
        implements AutoCloseable {

    private static final String INTERFACE = "/sandbox";

    /** Starts it on a database that it has not seen yet. */
    public static ApiProcess start(Stage stage, String database) throws InterruptedException {
        Child child = ProductProcess.api(stage, database);
        ProductProcess.awaitReady(child);
        String address = child.await("  Sandbox", Duration.ofSeconds(1));
        return new ApiProcess(child, address, issued(stage, database));
    }

    private static Map<String, String> issued(Stage stage, String database) {
        Map<String, String> issued = new HashMap<>();
        try {
            for (String line : Files.readAllLines(stage.home(database).resolve("api-keys.env"))) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    issued.put(
                            line.substring(0, equals), line.substring(equals + 1).replace("'", ""));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what the product issued cannot be read", e);
        }
        return Map.copyOf(issued);
    }

    /** Returns clients with a key of the sandbox. */
    public RestClients clients() {
        return new RestClients(address, secret("SANDBOX_KEY"));
    }

    /** Returns the address of the console. */
    public String root() {
        return address.substring(0, address.indexOf(INTERFACE));
    }

    /** A key or a password that the first start wrote down. */
    public String secret(String name) {
        String secret = issued.get(name);
        if (secret == null) {
            throw new StageFailure("the product wrote down no " + name);
        }
        return secret;
    }

    @Override
    public void close() {
        child.close();
    }
}
