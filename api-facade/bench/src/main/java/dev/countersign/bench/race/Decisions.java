package dev.countersign.bench.race;

import dev.countersign.bench.peer.CopyFloor;
import dev.countersign.bench.peer.NaivePeer;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.CpuTime;
import dev.countersign.bench.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measurement of the requests decided per second from a topic that was filled before, each durable
 * in the database. It uses one partition, then as many as make the machine busy.
 */
public final class Decisions {

    static final String PRODUCT = "Countersign";
    static final String UNIT = "decisions/s";
    private static final String STREAMS = "Kafka Streams + COPY";
    private static final String NAIVE = "naive listener";
    private static final String FLOOR = "floor, four B-trees";
    private static final String BARE_FLOOR = "floor, three B-trees";
    private static final int NAIVE_WARM_UP = 300;

    /** It is not fast enough for the whole topic: it gets its seconds. */
    private static final int NAIVE_SECONDS_MAX = 10;

    /** It keeps no position, so its rows are counted: seldom, since it pays for that. */
    private static final Duration NAIVE_LOOK_EVERY = Duration.ofMillis(100);

    private static final double MIB = 1 << 20;

    private final Course course;
    private final Stage stage;
    private final Scale.Feed scale;

    /**
     * As many as there are chains of deciding where each takes two processors, and two at least.
     */
    private final int machinePartitions =
            Math.max(2, Runtime.getRuntime().availableProcessors() / 2);

    private int peers;

    public Decisions(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().feed();
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        course.report().settings(PRODUCT, ProductProcess.SETTINGS);
        course.report().settings("floor", CopyFloor.SETTINGS);
        course.report().settings(STREAMS, StreamsProcess.settings());
        course.report().settings(NAIVE, NaivePeer.SETTINGS);
        String book = course.book(scale.cards());
        course.fill(1, scale.cards(), scale.messages());
        onePartition(book);
        if (scale.largeCards() > 0) {
            largeBook(book);
        }
        course.fill(machinePartitions, scale.cards(), scale.messages());
        wholeMachine(book);
        stage.drop(book);
    }

    private void onePartition(String book) throws InterruptedException {
        List<Turn> product = new ArrayList<>();
        List<Turn> floor = new ArrayList<>();
        List<Turn> streamed = new ArrayList<>();
        List<Turn> naive = new ArrayList<>();
        List<Turn> bare = new ArrayList<>();
        for (int pair = 1; pair <= scale.pairs(); pair++) {
            course.tell("decisions: one partition, turn " + pair + " of " + scale.pairs());
            String rows = stage.copyOf(book);
            product.add(product(rows, 1));
            streamed.add(streams(book, 1));
            floor.add(floor(rows, book, 1));
            bare.add(bareFloor(rows, book, 1));
            stage.drop(rows);
            naive.add(naive(book));
        }
        String measurement = "decisions, 1 partition";
        course.report().add(Turn.line(measurement, PRODUCT, UNIT, product));
        course.report().add(Turn.line(measurement, FLOOR, UNIT, floor));
        course.report().add(Turn.line(measurement, BARE_FLOOR, UNIT, bare));
        course.report().add(Turn.line(measurement, STREAMS, UNIT, streamed));
        course.report().add(Turn.line(measurement, NAIVE, UNIT, naive));
        figure(true, "decisions_to_floor", Turn.ratios(product, floor, Turn::rate), 0.75, 0.95);
        toStreams("", product, streamed);
        figure(true, "decisions_to_naive", Turn.ratios(product, naive, Turn::rate), 20, 40);
    }

    private void wholeMachine(String book) throws InterruptedException {
        List<Turn> product = new ArrayList<>();
        List<Turn> floor = new ArrayList<>();
        List<Turn> bare = new ArrayList<>();
        List<Turn> streamed = new ArrayList<>();
        for (int pair = 1; pair <= scale.pairs(); pair++) {
            course.tell("decisions: whole machine, turn " + pair + " of " + scale.pairs());
            String rows = stage.copyOf(book);
            product.add(product(rows, machinePartitions));
            streamed.add(streams(book, machinePartitions));
            floor.add(floor(rows, book, machinePartitions));
            bare.add(bareFloor(rows, book, machinePartitions));
            stage.drop(rows);
        }
        String measurement = "decisions, " + machinePartitions + " partitions";
        course.report().add(Turn.line(measurement, PRODUCT, UNIT, product));
        course.report().add(Turn.line(measurement, FLOOR, UNIT, floor));
        course.report().add(Turn.line(measurement, BARE_FLOOR, UNIT, bare));
        course.report().add(Turn.line(measurement, STREAMS, UNIT, streamed));
        figure(
                true,
                "decisions_machine_to_floor",
                Turn.ratios(product, floor, Turn::rate),
                0.5,
                0.8);
        toStreams("machine_", product, streamed);
    }

    /** Ten times the cards: the rate must hold, and the memory stay bounded. */
    private void largeBook(String book) throws InterruptedException {
        String large = course.book(scale.largeCards());
        List<Turn> small = new ArrayList<>();
        List<Turn> spread = new ArrayList<>();
        List<Turn> streamed = new ArrayList<>();
        for (int pair = 1; pair <= scale.pairs(); pair++) {
            course.tell(
                    String.format(
                            Locale.ROOT,
                            "decisions: %d cards, turn %d of %d",
                            scale.largeCards(),
                            pair,
                            scale.pairs()));
            if (pair > 1) {
                course.fill(1, scale.cards(), scale.messages());
            }
            String rows = stage.copyOf(book);
            small.add(product(rows, 1));
            stage.drop(rows);
            course.fill(1, scale.largeCards(), scale.messages());
            rows = stage.copyOf(large);
            spread.add(product(rows, 1));
            stage.drop(rows);
            streamed.add(streams(large, 1));
        }
        stage.drop(large);
        String measurement = String.format(Locale.ROOT, "decisions, %d cards", scale.largeCards());
        course.report().add(Turn.line(measurement, PRODUCT, UNIT, spread));
        course.report().add(Turn.line(measurement, STREAMS, UNIT, streamed));
        figure(
                true,
                "decisions_large_to_small_book",
                Turn.ratios(spread, small, Turn::rate),
                0.9,
                0.97);
        toStreams("large_book_", spread, streamed);
        if (CpuTime.known()) {
            memory(measurement, PRODUCT, spread);
            memory(measurement, STREAMS, streamed);
            figure(
                    false,
                    "memory_to_streams",
                    Turn.ratios(spread, streamed, Turn::residentBytes),
                    0.6,
                    0.4);
        }
    }

    /** Compares the speed and the cost of the product with those of the strongest peer. */
    private void toStreams(String prefix, List<Turn> product, List<Turn> streamed) {
        figure(
                true,
                prefix + "decisions_to_streams",
                Turn.ratios(product, streamed, Turn::rate),
                1.5,
                2);
        if (CpuTime.known()) {
            figure(
                    false,
                    prefix + "decision_cpu_to_streams",
                    Turn.ratios(product, streamed, Turn::cpu),
                    0.65,
                    0.5);
        }
    }

    private void memory(String measurement, String contestant, List<Turn> turns) {
        course.report()
                .add(
                        Line.of(
                                measurement,
                                contestant,
                                Figure.median(
                                        turns.stream()
                                                .map(turn -> turn.residentBytes() / MIB)
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

    private Turn product(String database, int partitions) throws InterruptedException {
        try (Child child = course.stream(database, partitions)) {
            return stopwatch().measure(child, database, scale.warmUpMessages(), scale.messages());
        }
    }

    /** The table as it usually is, with an index by customer that the product does without. */
    private Turn floor(String rows, String book, int connections) throws InterruptedException {
        String database = stage.copyOf(book);
        stage.database(database)
                .useHandle(
                        handle ->
                                handle.execute(
                                        "create index by_customer on transaction (customer_id, id)"));
        return copied(rows, database, connections);
    }

    /** The table as the product has it. */
    private Turn bareFloor(String rows, String book, int connections) throws InterruptedException {
        return copied(rows, stage.copyOf(book), connections);
    }

    private Turn copied(String rows, String database, int connections) throws InterruptedException {
        stage.checkpoint();
        try (Child child =
                stage.peer(
                        "the floor",
                        "copy-floor",
                        stage.url(rows),
                        stage.url(database),
                        Integer.toString(connections))) {
            long rowsToCopy = stage.number(rows, "select count(*) from transaction");
            return stopwatch()
                    .measure(
                            child,
                            database,
                            rowsToCopy * scale.warmUpMessages() / scale.messages(),
                            rowsToCopy);
        } finally {
            stage.drop(database);
        }
    }

    private Turn streams(String book, int partitions) throws InterruptedException {
        peers++;
        String application = "bench-streams-" + peers;
        String rows = StreamsProcess.rows(application);
        String database = stage.copyOf(book);
        course.feed().create(rows, partitions);
        stage.checkpoint();
        try (Child child = StreamsProcess.start(stage, application, partitions, database)) {
            return stopwatch().measure(child, database, scale.warmUpMessages(), scale.messages());
        } finally {
            stage.drop(database);
            course.feed().delete(rows);
        }
    }

    private Turn naive(String book) throws InterruptedException {
        peers++;
        String group = "bench-naive-" + peers;
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
            return new Stopwatch(
                            stage,
                            "select count(*) from transaction",
                            NAIVE_LOOK_EVERY,
                            Duration.ofSeconds(Math.min(scale.secondsMax(), NAIVE_SECONDS_MAX)))
                    .measure(child, database, NAIVE_WARM_UP, scale.messages());
        } finally {
            stage.drop(database);
            course.feed().delete(group);
        }
    }

    private Stopwatch stopwatch() {
        return Stopwatch.ofStream(stage, scale.secondsMax());
    }
}
