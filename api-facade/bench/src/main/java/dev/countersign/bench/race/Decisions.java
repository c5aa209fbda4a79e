package dev.countersign.bench.race;

import dev.countersign.bench.course.Contest;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.ProductProcess;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.course.StreamsProcess;
import dev.countersign.bench.course.Turn;
import dev.countersign.bench.peer.CopyFloor;
import dev.countersign.bench.peer.ListenerPeer;
import dev.countersign.bench.peer.StreamsForm;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.CpuTime;
import dev.countersign.bench.stage.Stage;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Measurement of the requests decided per second from a topic that was filled before, each durable
 * in the database: with one partition, with a broker that flushes each append, with a large book,
 * and with as many partitions as make the machine busy.
 */
public final class Decisions {

    static final String PRODUCT = "Countersign";
    static final String UNIT = "decisions/s";
    private static final String STREAMS = "Kafka Streams + COPY";
    private static final String LISTENER = "competent listener";
    private static final String FLOOR = "floor";
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
        course.report().settings(FLOOR, CopyFloor.SETTINGS);
        course.report().settings(LISTENER, ListenerPeer.SETTINGS);
        StreamsProcess.rehearse(course);
        String book = course.book(scale.cards());
        course.fill(1, scale.cards(), scale.messages());
        onePartition(book);
        if (scale.largeCards() > 0) {
            largeBook();
        }
        course.fill(machinePartitions, scale.cards(), scale.messages());
        beside(
                race("decisions, " + machinePartitions + " partitions", machinePartitions, book),
                Goal.MACHINE_DECISIONS_TO_STREAMS,
                Goal.MACHINE_DECISION_CPU_TO_STREAMS);
        stage.drop(book);
    }

    private void onePartition(String book) throws InterruptedException {
        // What the floor copies; and the first contestant finds servers that are warm.
        String rows = stage.copyOf(book);
        course.log("decisions: the rows of the floor, in a turn that does not count");
        var unused = course.decideIn(rows, 1);
        Contest<Turn> race =
                race("decisions, 1 partition", 1, book)
                        .enter(LISTENER, () -> listener(book))
                        .enter(FLOOR, () -> floor(rows, book));
        beside(race, Goal.DECISIONS_TO_STREAMS, Goal.DECISION_CPU_TO_STREAMS);
        race.compare(Goal.DECISIONS_TO_LISTENER, PRODUCT, LISTENER, Turn::rate)
                .compare(Goal.DECISIONS_TO_FLOOR, PRODUCT, FLOOR, Turn::rate);
        stage.drop(rows);
        course.feed().flushEachAppend(true);
        beside(
                race("decisions, each append flushed", 1, book),
                Goal.FLUSHED_DECISIONS_TO_STREAMS,
                Goal.FLUSHED_DECISION_CPU_TO_STREAMS);
        course.feed().flushEachAppend(false);
    }

    private void largeBook() throws InterruptedException {
        int cards = scale.largeCards();
        String book = course.book(cards);
        course.fill(1, cards, scale.messages());
        Contest<Turn> race =
                race(String.format(Locale.ROOT, "decisions, %d cards", cards), 1, book, cards);
        beside(race, Goal.LARGE_BOOK_DECISIONS_TO_STREAMS, Goal.LARGE_BOOK_DECISION_CPU_TO_STREAMS);
        stage.drop(book);
        if (CpuTime.known()) {
            race.compare(Goal.MEMORY_TO_STREAMS, PRODUCT, STREAMS, Turn::residentBytes);
            for (String contestant : race.contestants()) {
                course.report()
                        .add(
                                Line.of(
                                        race.title(),
                                        contestant,
                                        race.median(contestant, Turn::residentBytes) / MIB,
                                        "MiB resident"));
            }
        }
    }

    private Contest<Turn> race(String title, int partitions, String book)
            throws InterruptedException {
        return race(title, partitions, book, scale.cards());
    }

    /** The product and Kafka Streams in its best form for this feed and this book. */
    private Contest<Turn> race(String title, int partitions, String book, int cards)
            throws InterruptedException {
        StreamsForm best = best(title, partitions, book, cards);
        course.report().settings(STREAMS + ", " + title, StreamsProcess.settings(best));
        return new Contest<Turn>(course, title)
                .enter(PRODUCT, () -> course.decide(book, partitions))
                .enter(STREAMS, () -> streams(book, best, partitions, cards));
    }

    /** The fastest form, where there is time for a heat; else the one that mostly is. */
    private StreamsForm best(String title, int partitions, String book, int cards)
            throws InterruptedException {
        if (course.scale().turns() == 1) {
            return StreamsForm.usual(partitions);
        }
        Contest<Turn> heat = new Contest<>(course, title + ", heat");
        Map<String, StreamsForm> forms = new HashMap<>();
        for (StreamsForm form : StreamsForm.candidates(partitions)) {
            forms.put(form.toString(), form);
            heat.enter(form.toString(), () -> streams(book, form, partitions, cards));
        }
        Turn.report(course, heat.run(1), UNIT);
        String fastest =
                heat.contestants().stream()
                        .max(Comparator.comparingDouble(each -> heat.median(each, Turn::rate)))
                        .orElseThrow();
        return Objects.requireNonNull(forms.get(fastest));
    }

    private void beside(Contest<Turn> race, Goal rate, Goal cpu) throws InterruptedException {
        Turn.report(course, race.run(course.scale().turns()), UNIT);
        race.compare(rate, PRODUCT, STREAMS, Turn::rate);
        if (CpuTime.known()) {
            race.compare(cpu, PRODUCT, STREAMS, Turn::cpu);
        }
    }

    // ---- contestants

    private Turn floor(String rows, String book) throws InterruptedException {
        String database = stage.copyOf(book);
        stage.checkpoint();
        try (Child child =
                stage.peer(
                        "the floor",
                        "copy-floor",
                        stage.url(rows),
                        stage.url(database),
                        Integer.toString(ProductProcess.CONNECTIONS))) {
            long rowsToCopy = stage.number(rows, "select count(*) from transaction");
            return course.stopwatch()
                    .measure(
                            child,
                            database,
                            rowsToCopy * scale.warmUpMessages() / scale.messages(),
                            rowsToCopy);
        } finally {
            stage.drop(database);
        }
    }

    private Turn streams(String book, StreamsForm form, int partitions, int cards)
            throws InterruptedException {
        peers++;
        String application = "bench-streams-" + peers;
        String rows = StreamsProcess.rows(application);
        String database = stage.copyOf(book);
        course.feed().create(rows, partitions);
        stage.checkpoint();
        try (Child child = StreamsProcess.start(stage, application, form, cards, database)) {
            return measure(child, database);
        } finally {
            stage.drop(database);
            course.feed().delete(rows);
        }
    }

    private Turn listener(String book) throws InterruptedException {
        peers++;
        String answers = "bench-listener-" + peers;
        String database = stage.copyOf(book);
        course.feed().create(answers, 1);
        stage.checkpoint();
        try (Child child =
                stage.peer(
                        "the listener",
                        "listener",
                        stage.brokers(),
                        answers,
                        stage.url(database))) {
            return measure(child, database);
        } finally {
            stage.drop(database);
            course.feed().delete(answers);
        }
    }

    private Turn measure(Child child, String database) throws InterruptedException {
        return course.stopwatch()
                .measure(child, database, scale.warmUpMessages(), scale.messages());
    }
}
