package dev.countersign.bench.race;

import dev.countersign.bench.peer.CopyFloor;
import dev.countersign.bench.peer.Membership;
import dev.countersign.bench.peer.NaivePeer;
import dev.countersign.bench.peer.StreamsPeer;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * How many requests are decided a second from a topic that was filled before, each durable in the
 * database: one partition, then as many as make the machine busy.
 */
public final class Decisions {

    static final String PRODUCT = "Countersign";
    static final String UNIT = "decisions/s";
    static final String COMMITTED =
            "select coalesce(sum(next_offset), 0)::bigint from feed_position";
    private static final String FLOOR = "floor, four B-trees";
    private static final String BARE_FLOOR = "floor, three B-trees";
    private static final int MACHINE_PARTITIONS = 2;
    private static final int NAIVE_WARM_UP = 300;
    private static final double MIB = 1 << 20;

    private final Course course;
    private final Stage stage;
    private final Scale scale;
    private int streams;

    public Decisions(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale();
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        course.report().settings(PRODUCT, ProductProcess.SETTINGS);
        course.report().settings("floor", CopyFloor.SETTINGS);
        course.report()
                .settings(
                        "Kafka Streams + COPY",
                        StreamsPeer.SETTINGS
                                + ", standing member (group.instance.id), 5 ms of linger, commit every 100 ms;"
                                + " the sink reads committed rows and copies up to 2,000 to a transaction");
        course.report().settings("naive listener", NaivePeer.SETTINGS);
        String book = course.book(scale.cards());
        course.fill(1, scale.cards(), scale.messages());
        onePartition(book);
        if (scale.largeCards() > 0) {
            largeBook(book);
        }
        course.fill(MACHINE_PARTITIONS, scale.cards(), scale.messages());
        wholeMachine(book);
        stage.drop(book);
    }

    private void onePartition(String book) throws InterruptedException {
        List<Run> product = new ArrayList<>();
        List<Run> floor = new ArrayList<>();
        List<Run> streamed = new ArrayList<>();
        List<Run> naive = new ArrayList<>();
        List<Run> bare = new ArrayList<>();
        for (int pair = 1; pair <= scale.pairs(); pair++) {
            course.tell("decisions: one partition, turn " + pair + " of " + scale.pairs());
            String rows = stage.copyOf(book);
            product.add(product(rows, 1));
            floor.add(floor(rows, book, 1));
            bare.add(bareFloor(rows, book, 1));
            stage.drop(rows);
            streamed.add(streams(book, 1));
            naive.add(naive(book));
        }
        String measurement = "decisions, 1 partition";
        course.report().add(Run.line(measurement, PRODUCT, UNIT, product));
        course.report().add(Run.line(measurement, FLOOR, UNIT, floor));
        course.report().add(Run.line(measurement, BARE_FLOOR, UNIT, bare));
        course.report().add(Run.line(measurement, "Kafka Streams + COPY", UNIT, streamed));
        course.report().add(Run.line(measurement, "naive listener", UNIT, naive));
        figure(true, "decisions_to_floor", Run.ratios(product, floor, Run::rate), 0.75, 0.95);
        toStreams("", product, streamed);
        figure(true, "decisions_to_naive", Run.ratios(product, naive, Run::rate), 20, 40);
    }

    private void wholeMachine(String book) throws InterruptedException {
        List<Run> product = new ArrayList<>();
        List<Run> floor = new ArrayList<>();
        List<Run> bare = new ArrayList<>();
        List<Run> streamed = new ArrayList<>();
        for (int pair = 1; pair <= scale.pairs(); pair++) {
            course.tell("decisions: whole machine, turn " + pair + " of " + scale.pairs());
            String rows = stage.copyOf(book);
            product.add(product(rows, MACHINE_PARTITIONS));
            floor.add(floor(rows, book, MACHINE_PARTITIONS));
            bare.add(bareFloor(rows, book, MACHINE_PARTITIONS));
            stage.drop(rows);
            streamed.add(streams(book, MACHINE_PARTITIONS));
        }
        String measurement = "decisions, " + MACHINE_PARTITIONS + " partitions";
        course.report().add(Run.line(measurement, PRODUCT, UNIT, product));
        course.report().add(Run.line(measurement, FLOOR, UNIT, floor));
        course.report().add(Run.line(measurement, BARE_FLOOR, UNIT, bare));
        course.report().add(Run.line(measurement, "Kafka Streams + COPY", UNIT, streamed));
        figure(true, "decisions_machine_to_floor", Run.ratios(product, floor, Run::rate), 0.5, 0.8);
        toStreams("machine_", product, streamed);
    }

    /** Ten times the cards: the rate must hold, and the memory stay bounded. */
    private void largeBook(String book) throws InterruptedException {
        String large = course.book(scale.largeCards());
        List<Run> small = new ArrayList<>();
        List<Run> spread = new ArrayList<>();
        List<Run> streamed = new ArrayList<>();
        for (int pair = 1; pair <= scale.pairs(); pair++) {
            course.tell("decisions: " + scale.largeCards() + " cards, turn " + pair);
            String rows = stage.copyOf(book);
            small.add(product(rows, 1));
            stage.drop(rows);
            course.fill(1, scale.largeCards(), scale.messages());
            rows = stage.copyOf(large);
            spread.add(product(rows, 1));
            stage.drop(rows);
            streamed.add(streams(large, 1));
            course.fill(1, scale.cards(), scale.messages());
        }
        stage.drop(large);
        String measurement = "decisions, %d cards".formatted(scale.largeCards());
        course.report().add(Run.line(measurement, PRODUCT, UNIT, spread));
        course.report().add(Run.line(measurement, "Kafka Streams + COPY", UNIT, streamed));
        memory(measurement, PRODUCT, spread);
        memory(measurement, "Kafka Streams + COPY", streamed);
        figure(
                true,
                "decisions_large_to_small_book",
                Run.ratios(spread, small, Run::rate),
                0.9,
                0.97);
        toStreams("large_book_", spread, streamed);
        figure(
                false,
                "memory_to_streams",
                Run.ratios(spread, streamed, run -> run.residentBytes()),
                0.6,
                0.4);
    }

    /** How fast, and at what cost, beside the strongest of the peers. */
    private void toStreams(String prefix, List<Run> product, List<Run> streamed) {
        figure(
                true,
                prefix + "decisions_to_streams",
                Run.ratios(product, streamed, Run::rate),
                1.5,
                2);
        figure(
                false,
                prefix + "decision_cpu_to_streams",
                Run.ratios(product, streamed, Run::cpu),
                0.65,
                0.5);
    }

    private void memory(String measurement, String contestant, List<Run> runs) {
        course.report()
                .add(
                        Line.of(
                                measurement,
                                contestant,
                                Figure.median(
                                        runs.stream()
                                                .map(run -> run.residentBytes() / MIB)
                                                .toList()),
                                "MiB resident"));
    }

    private void figure(
            boolean atLeast, String name, List<Double> ratios, double goal, double moonshot) {
        course.report()
                .add(
                        atLeast
                                ? Figure.atLeast(name, ratios, goal, moonshot)
                                : Figure.atMost(name, ratios, goal, moonshot));
    }

    // ---- contestants

    private Run product(String database, int partitions) throws InterruptedException {
        course.feed().forgetProduct();
        stage.checkpoint();
        try (Child child = ProductProcess.stream(stage, database, partitions)) {
            return stretch(COMMITTED, scale.secondsMax())
                    .measure(child, database, scale.warmUpMessages(), scale.messages());
        }
    }

    /** The table as it usually is, with an index by customer that the product does without. */
    private Run floor(String rows, String book, int connections) throws InterruptedException {
        String database = stage.copyOf(book);
        stage.database(database)
                .useHandle(
                        handle ->
                                handle.execute(
                                        "create index by_customer on transaction (customer_id, id)"));
        return copied(rows, database, connections);
    }

    /** The table as the product has it. */
    private Run bareFloor(String rows, String book, int connections) throws InterruptedException {
        return copied(rows, stage.copyOf(book), connections);
    }

    private Run copied(String rows, String database, int connections) throws InterruptedException {
        stage.checkpoint();
        try (Child child =
                stage.peer(
                        "the floor",
                        "copy-floor",
                        stage.url(rows),
                        stage.url(database),
                        Integer.toString(connections))) {
            long rowsToCopy =
                    stage.database(rows)
                            .withHandle(
                                    handle ->
                                            handle.createQuery("select count(*) from transaction")
                                                    .mapTo(long.class)
                                                    .one());
            return stretch(COMMITTED, scale.secondsMax())
                    .measure(
                            child,
                            database,
                            rowsToCopy * scale.warmUpMessages() / scale.messages(),
                            rowsToCopy);
        } finally {
            stage.drop(database);
        }
    }

    private Run streams(String book, int partitions) throws InterruptedException {
        streams++;
        String application = "bench-streams-" + streams;
        String rows = application + "-rows";
        String database = stage.copyOf(book);
        course.feed().create(rows, partitions);
        stage.checkpoint();
        try (Child child =
                stage.peer(
                        "Kafka Streams",
                        "streams",
                        stage.brokers(),
                        application,
                        rows,
                        stage.directory(application).toString(),
                        "100",
                        Integer.toString(partitions),
                        stage.url(database),
                        Membership.STANDING.name())) {
            return stretch(COMMITTED, scale.secondsMax())
                    .measure(child, database, scale.warmUpMessages(), scale.messages());
        } finally {
            stage.drop(database);
            course.feed().delete(rows);
        }
    }

    private Run naive(String book) throws InterruptedException {
        streams++;
        String group = "bench-naive-" + streams;
        String database = stage.copyOf(book);
        course.feed().create(group, 1);
        stage.checkpoint();
        try (Child child =
                stage.peer(
                        "the naive listener",
                        "naive",
                        stage.brokers(),
                        group,
                        group,
                        stage.url(database))) {
            // It is not fast enough for the whole topic: it gets its seconds.
            return stretch("select count(*) from transaction", Math.min(scale.secondsMax(), 10))
                    .measure(child, database, NAIVE_WARM_UP, scale.messages());
        } finally {
            stage.drop(database);
            course.feed().delete(group);
        }
    }

    private Stretch stretch(String position, int secondsMax) {
        return new Stretch(stage, position, secondsMax);
    }
}
