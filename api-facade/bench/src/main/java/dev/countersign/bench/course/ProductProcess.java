package dev.countersign.bench.course;

import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The packaged product, as a measurement needs it. */
public final class ProductProcess {

    public static final String SETTINGS =
            "serve --roles=ingest, as the launcher starts it: an owner of partitions to two"
                    + " processors";

    /** With which one owner writes, in turns. */
    public static final int CONNECTIONS = 2;

    private static final Duration START_MAX = Duration.ofMinutes(2);
    private static final String READY = "Countersign is ready.";

    private ProductProcess() {}

    /** The stream alone, on a database and the feed of the run, with as many owners as it takes. */
    public static Child stream(Stage stage, String database, int partitions, String... settings) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "serve",
                                "--roles=ingest",
                                "--management.server.port=0",
                                "--spring.datasource.url=" + stage.url(database),
                                "--spring.kafka.bootstrap-servers=" + stage.bootstrapServers(),
                                "--countersign.ingest.partitions=" + partitions));
        arguments.addAll(List.of(settings));
        return stage.product(database, arguments.toArray(String[]::new));
    }

    /** As many owners as are told, in the place of one for two processors. */
    public static String owners(int owners) {
        return "--countersign.ingest.owners=" + owners;
    }

    /** The interface alone, on any free port, which does not slow down who asks much. */
    public static Child api(Stage stage, String database) {
        return stage.product(
                database,
                "serve",
                "--roles=api",
                "--server.port=0",
                "--management.server.port=0",
                "--countersign.api.reads-per-second=1000000",
                "--countersign.api.writes-per-second=1000000",
                "--spring.datasource.url=" + stage.url(database),
                "--spring.kafka.bootstrap-servers=" + stage.bootstrapServers());
    }

    /** One night of the sandbox. */
    public static Child night(Stage stage, String database, String date) {
        return stage.product(
                database,
                "job",
                "run",
                "nightly",
                "--mode",
                "sandbox",
                "--business-date",
                date,
                "--database-url",
                stage.url(database));
    }

    /** A change of a program that every decision looks at, and what takes it back. */
    public static void changeProgram(Stage stage, String database, String program)
            throws InterruptedException {
        for (String mode : List.of("enforce", "off")) {
            try (Child child =
                    stage.product(
                            database,
                            "programs",
                            "update",
                            program,
                            "--sca-mode",
                            mode,
                            "--database-url",
                            stage.url(database))) {
                child.awaitEnd(START_MAX);
            }
        }
    }

    /** Waits until it says that it is ready. */
    public static void awaitReady(Child child) throws InterruptedException {
        var unused = child.await(READY, START_MAX);
    }
}
