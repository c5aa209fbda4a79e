package dev.countersign.bench.race;

import dev.countersign.bench.peer.Membership;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import java.time.Duration;

/** Kafka Streams as it is tuned for latency, without a sink. */
final class StreamsProcess {

    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final String COMMIT_MS = "20";

    private StreamsProcess() {}

    /** Starts it and waits until it reads. */
    static Child start(Stage stage, String application, int partitions, Membership membership)
            throws InterruptedException {
        Child child = begin(stage, application, partitions, membership);
        var unused = child.await("READY", START_MAX);
        return child;
    }

    /** Starts it. */
    static Child begin(Stage stage, String application, int partitions, Membership membership) {
        return stage.peer(
                "Kafka Streams",
                "streams",
                stage.brokers(),
                application,
                application + "-rows",
                stage.directory(application).toString(),
                COMMIT_MS,
                Integer.toString(partitions),
                "none",
                membership.name());
    }
}
