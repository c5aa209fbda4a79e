package dev.countersign.bench.race;

import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.course.Stopwatch;
import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;

/**
 * Measurement of the bytes of a decision: those of its request, those that it writes, and those
 * that stay.
 */
public final class DecisionBytes {

    private static final int SECONDS_MAX = 10;
    private static final int REQUESTS_MAX = 400_000;
    private static final String ROWS = "select pg_database_size(current_database())";
    private static final String LOG =
            "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint";

    private final Course course;
    private final Stage stage;
    private final Scale.Feed scale;

    public DecisionBytes(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().feed();
    }

    /**
     * Bytes that a database has written.
     *
     * @param rows of its tables and indexes, and {@code log} of the write-ahead log
     */
    record WrittenBytes(double rows, double log) {

        static WrittenBytes now(Stage stage, String database) {
            return new WrittenBytes(stage.number(database, ROWS), stage.number(database, LOG));
        }

        /** For each of so many decisions. */
        WrittenBytes since(WrittenBytes before, double decisions) {
            return new WrittenBytes(
                    (rows - before.rows) / decisions, (log - before.log) / decisions);
        }
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        int requests = Math.min(REQUESTS_MAX, scale.messages());
        String database = course.book(scale.cards());
        course.fill(1, scale.cards(), requests);
        course.log("growth: bytes of a decision");
        WrittenBytes before = WrittenBytes.now(stage, database);
        Stopwatch stopwatch = Stopwatch.ofStream(stage, SECONDS_MAX);
        try (Child child = course.stream(database, 1)) {
            var unused = stopwatch.measure(child, database, 1, requests);
            double decided = stage.number(database, stopwatch.position());
            report("request on the feed", BenchMessages.ofToday(scale.cards()).request(1).length);
            WrittenBytes written = WrittenBytes.now(stage, database).since(before, decided);
            report("rows and their indexes", written.rows());
            report("write-ahead log of the database", written.log());
        } finally {
            stage.drop(database);
        }
    }

    private void report(String what, double bytes) {
        course.report().add(Line.of("a decision", what, bytes, "bytes"));
    }
}
