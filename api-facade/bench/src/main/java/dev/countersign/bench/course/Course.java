package dev.countersign.bench.course;

import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.BenchNight;
import dev.countersign.bench.load.FeedTopic;
import dev.countersign.bench.report.Report;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The environment that every measurement needs.
 *
 * @param err where progress is told
 * @param written the books that were written, by their cards: to write a large one takes minutes
 */
public record Course(
        Stage stage,
        FeedTopic feed,
        Scale scale,
        Report report,
        PrintWriter err,
        Map<Integer, String> written) {

    private static final int DAYS = 120;

    /** The days of a mixed feed: long enough that most of it was followed up at its end. */
    public static final int MIXED_DAYS = 10;

    private static final long SEED = 1;

    public Course(Stage stage, FeedTopic feed, Scale scale, Report report, PrintWriter err) {
        this(stage, feed, scale, report, err, new HashMap<>());
    }

    /** Tells what happens now. */
    public void log(String sentence) {
        err.println(sentence);
        err.flush();
    }

    /**
     * A database with cards and nothing that they did, as one that stands: what was just written is
     * otherwise written once more by whoever reads it first.
     */
    public String book(int cards) {
        return stage.copyOf(written.computeIfAbsent(cards, this::write));
    }

    private String write(int cards) {
        log("writing a book of " + cards + " cards");
        String database = stage.emptyDatabase();
        Jdbi jdbi = stage.database(database);
        jdbi.useTransaction(handle -> BenchBook.write(handle, cards));
        jdbi.useHandle(handle -> handle.execute("vacuum"));
        return database;
    }

    /**
     * Fills the feed anew with requests of some cards, and reads it once: the broker is a young
     * process too, and the first contestant would pay for that.
     */
    public void fill(int partitions, int cards, int requests) throws InterruptedException {
        fill(partitions, BenchMessages.ofToday(cards), requests);
    }

    /** The same with any requests. */
    public void fill(int partitions, BenchMessages messages, int requests)
            throws InterruptedException {
        log(
                String.format(
                        Locale.ROOT,
                        "filling %d partition(s) with %d requests",
                        partitions,
                        requests));
        feed.recreate(partitions);
        feed.fill(messages, requests);
        feed.read();
    }

    /** Fills the feed anew with messages of all kinds over some days, the last of which is told. */
    public void fillMixed(int cards, LocalDate last, int messages) throws InterruptedException {
        log("filling the feed with " + messages + " messages of all kinds");
        feed.recreate(1);
        feed.fill(
                new TrafficSimulator(
                        BenchBook.simulated(cards),
                        Traffic.overDays(
                                SEED, last.minusDays(MIXED_DAYS - 1L), MIXED_DAYS, messages, 0)));
        feed.read();
    }

    /** A book with purchases of four months until yesterday, of which two in three are settled. */
    public String history(int cards, int rows) {
        String database = book(cards);
        log("writing " + rows + " old transactions");
        LocalDate first = LocalDate.now(ZoneOffset.UTC).minusDays(DAYS);
        new BenchNight(stage.database(database), cards, BenchNight.FORMER_PARTITION)
                .writeHistory(rows, first, Duration.ofDays(DAYS).toNanos() / 1_000 / rows);
        return database;
    }

    /** A copy of a book in which something is otherwise. */
    public String changed(String book, Consumer<Handle> change) {
        String database = stage.copyOf(book);
        stage.database(database)
                .useTransaction(
                        handle -> {
                            change.accept(handle);
                            BenchBook.forgetChanges(handle);
                        });
        stage.database(database).useHandle(handle -> handle.execute("vacuum analyze"));
        return database;
    }

    /** The product, at the start of the feed and with nobody's writes on the disk but its own. */
    public Child stream(String database, int partitions, String... settings)
            throws InterruptedException {
        feed.forgetProduct();
        stage.checkpoint();
        return ProductProcess.stream(stage, database, partitions, settings);
    }

    /** A turn of the product, which decides what is in the feed for a copy of a book. */
    public Turn decide(String book, int partitions, String... settings)
            throws InterruptedException {
        String database = stage.copyOf(book);
        try {
            return decideIn(database, partitions, settings);
        } finally {
            stage.drop(database);
        }
    }

    /** The same into a database that stays. */
    public Turn decideIn(String database, int partitions, String... settings)
            throws InterruptedException {
        try (Child child = stream(database, partitions, settings)) {
            return stopwatch()
                    .measure(
                            child,
                            database,
                            scale.feed().warmUpMessages(),
                            scale.feed().messages());
        }
    }

    /** Of a feed that was filled. */
    public Stopwatch stopwatch() {
        return Stopwatch.ofStream(stage, scale.feed().secondsMax());
    }
}
