package dev.countersign.bench.race;

import dev.countersign.bench.peer.Membership;
import dev.countersign.bench.peer.StreamsPeer;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import java.time.Duration;

/** Kafka Streams, tuned for its rate with a sink, or for an early answer without one. */
final class StreamsProcess {

    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final int COMMIT_MS = 100;
    private static final int EAGER_COMMIT_MS = 20;
    private static final String NO_SINK = "none";

    private StreamsProcess() {}

    /** Describes how the peer is made with a sink. */
    static String settings() {
        return StreamsPeer.SETTINGS
                + of(Membership.STANDING)
                + ", 5 ms of linger, commit every "
                + COMMIT_MS
                + " ms; the sink reads committed rows and copies up to 2,000 to a transaction";
    }

    /** Describes how the peer is made where it answers early. */
    static String eagerSettings(Membership membership) {
        return StreamsPeer.SETTINGS
                + of(membership)
                + ", no linger, commit every "
                + EAGER_COMMIT_MS
                + " ms; no sink: it answers without the database";
    }

    private static String of(Membership membership) {
        return membership == Membership.STANDING ? ", standing member (group.instance.id)" : "";
    }

    /** The topic of what it decided, which has to be there before it starts. */
    static String rows(String application) {
        return application + "-rows";
    }

    /** Starts it with a sink into a database. */
    static Child start(Stage stage, String application, int partitions, String database) {
        return run(
                stage,
                application,
                COMMIT_MS,
                partitions,
                stage.url(database),
                Membership.STANDING);
    }

    /** Starts it without a sink. */
    static Child startEager(
            Stage stage, String application, int partitions, Membership membership) {
        return run(stage, application, EAGER_COMMIT_MS, partitions, NO_SINK, membership);
    }

    /** Waits until it reads. */
    static void awaitReady(Child child) throws InterruptedException {
        var unused = child.await("READY", START_MAX);
    }

    private static Child run(
            Stage stage,
            String application,
            int commitMs,
            int partitions,
            String sink,
            Membership membership) {
        return stage.peer(
                "Kafka Streams",
                "streams",
                stage.brokers(),
                application,
                rows(application),
                stage.directory(application).toString(),
                Integer.toString(commitMs),
                Integer.toString(partitions),
                sink,
                membership.name());
    }
}
