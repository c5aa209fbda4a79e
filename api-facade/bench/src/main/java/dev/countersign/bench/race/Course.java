package dev.countersign.bench.race;

import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.FeedTopic;
import dev.countersign.bench.report.Report;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import java.io.PrintWriter;
import java.util.Locale;
import org.jdbi.v3.core.Jdbi;

/**
 * The environment that every measurement needs.
 *
 * @param err where progress is told
 */
public record Course(Stage stage, FeedTopic feed, Scale scale, Report report, PrintWriter err) {

    /** Tells what happens now. */
    void tell(String sentence) {
        err.println(sentence);
        err.flush();
    }

    /**
     * A database with cards and nothing that they did, as one that stands: what was just written is
     * otherwise written once more by whoever reads it first.
     */
    String book(int cards) {
        tell("writing a book of " + cards + " cards");
        String database = stage.emptyDatabase();
        Jdbi jdbi = stage.database(database);
        jdbi.useTransaction(
                handle -> {
                    BenchBook.write(handle, cards);
                    BenchBook.forgetChanges(handle);
                });
        jdbi.useHandle(handle -> handle.execute("vacuum"));
        return database;
    }

    /**
     * Fills the feed anew with requests of some cards, and reads it once: the broker is a young
     * process too, and the first contestant would pay for that.
     */
    void fill(int partitions, int cards, int requests) throws InterruptedException {
        tell(
                String.format(
                        Locale.ROOT,
                        "filling %d partition(s) with %d requests",
                        partitions,
                        requests));
        feed.recreate(partitions);
        feed.fill(BenchMessages.ofToday(cards), requests);
        feed.read();
    }

    /** The product, at the start of the feed and with nobody's writes on the disk but its own. */
    Child stream(String database, int partitions, String... settings) throws InterruptedException {
        feed.forgetProduct();
        stage.checkpoint();
        return ProductProcess.stream(stage, database, partitions, settings);
    }
}
