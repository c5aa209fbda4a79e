package dev.countersign.bench.course;

import dev.countersign.bench.peer.Membership;
import dev.countersign.bench.peer.StreamsForm;
import dev.countersign.bench.peer.StreamsPeer;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Kafka Streams, tuned for its rate with a sink, or for an early answer without one. */
public final class StreamsProcess {

    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final Duration CACHE_MAX = Duration.ofMinutes(2);
    private static final int REHEARSED = 20_000;
    private static final String NO_SINK = "none";

    /** Its heap: for itself, and for the state of each card. */
    private static final int HEAP_MIB = 448;

    private static final int CARDS_A_MIB = 2_000;

    private StreamsProcess() {}

    /** Describes how the peer is made with a sink. */
    public static String settings(StreamsForm form) {
        return form
                + ", standing member (group.instance.id), 5 ms of linger, "
                + StreamsPeer.SETTINGS
                + "; the sink reads committed rows and copies up to 2,000 to a transaction";
    }

    /** Describes how the peer is made where it answers early. */
    public static String eagerSettings(Membership membership) {
        return StreamsForm.EAGER
                + (membership == Membership.STANDING ? ", standing member (group.instance.id)" : "")
                + ", no linger, "
                + StreamsPeer.SETTINGS
                + "; no sink: it answers without the database";
    }

    /** The topic of what it decided, which has to be there before it starts. */
    public static String rows(String application) {
        return application + "-rows";
    }

    /** Starts it with a sink into a database. */
    public static Child start(
            Stage stage, String application, StreamsForm form, int cards, String database) {
        return run(stage, application, heap(cards), stage.url(database), Membership.STANDING, form);
    }

    /** Starts it without a sink. */
    public static Child startEager(
            Stage stage, String application, Membership membership, int cards) {
        return run(stage, application, heap(cards), NO_SINK, membership, StreamsForm.EAGER);
    }

    /** Waits until it reads. */
    public static void awaitReady(Child child) throws InterruptedException {
        var unused = child.await("READY", START_MAX);
    }

    /** Lets it do once all that it does, for the cache with which peers start from then on. */
    public static void rehearse(Course course) throws InterruptedException {
        Stage stage = course.stage();
        stage.rehearse(
                jvm -> {
                    course.log("a rehearsal of the peers, for an AOT cache");
                    String application = "bench-rehearsal";
                    String database = course.book(1_000);
                    course.fill(1, 1_000, REHEARSED);
                    course.feed().create(rows(application), 1);
                    List<String> options = new ArrayList<>(heap(1_000));
                    options.addAll(jvm);
                    Child child =
                            run(
                                    stage,
                                    application,
                                    options,
                                    stage.url(database),
                                    Membership.STANDING,
                                    StreamsForm.usual(1));
                    var unused =
                            Stopwatch.ofStream(stage, 60).measure(child, database, 1, REHEARSED);
                    child.closeWithin(CACHE_MAX);
                    course.feed().delete(rows(application));
                    stage.drop(database);
                });
    }

    private static List<String> heap(int cards) {
        return List.of(String.format(Locale.ROOT, "-Xmx%dm", HEAP_MIB + cards / CARDS_A_MIB));
    }

    private static Child run(
            Stage stage,
            String application,
            List<String> jvm,
            String sink,
            Membership membership,
            StreamsForm form) {
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "streams",
                                stage.brokers(),
                                application,
                                rows(application),
                                stage.directory(application).toString(),
                                sink,
                                membership.name()));
        arguments.addAll(form.words());
        return stage.peer("Kafka Streams", jvm, arguments);
    }
}
