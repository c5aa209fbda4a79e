package dev.countersign.bench.race;

import dev.countersign.bench.load.FeedTopic;
import dev.countersign.bench.report.Report;
import dev.countersign.bench.stage.Stage;
import java.io.PrintWriter;

/**
 * What every measurement needs.
 *
 * @param err where progress is told
 */
public record Course(Stage stage, FeedTopic feed, Scale scale, Report report, PrintWriter err) {

    /** Tells what happens now. */
    void tell(String sentence) {
        err.println(sentence);
        err.flush();
    }
}
