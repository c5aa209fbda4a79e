package dev.countersign.bench.race;

import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;

/** How many bytes a decision is asked with, how many it writes, and how many of them stay. */
public final class DecisionRoom {

    private static final int SECONDS_MAX = 10;
    private static final int REQUESTS_MAX = 400_000;
    private static final String ROWS = "select pg_database_size(current_database())";
    private static final String LOG =
            "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint";

    private final Course course;
    private final Stage stage;
    private final Scale scale;

    public DecisionRoom(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale();
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        int requests = Math.min(REQUESTS_MAX, scale.messages());
        String database = course.book(scale.cards());
        course.fill(1, scale.cards(), requests);
        course.tell("growth: bytes of a decision");
        course.feed().forgetProduct();
        stage.checkpoint();
        long rows = number(database, ROWS);
        long log = number(database, LOG);
        try (Child child = ProductProcess.stream(stage, database, 1)) {
            var unused =
                    new Stretch(stage, Decisions.COMMITTED, SECONDS_MAX)
                            .measure(child, database, 1, requests);
            double decided = number(database, Decisions.COMMITTED);
            report("request on the feed", BenchMessages.ofToday(scale.cards()).request(1).length);
            report("rows and their indexes", (number(database, ROWS) - rows) / decided);
            report("write-ahead log of the database", (number(database, LOG) - log) / decided);
        } finally {
            stage.drop(database);
        }
    }

    private void report(String what, double bytes) {
        course.report().add(Line.of("a decision", what, bytes, "bytes"));
    }

    private long number(String database, String sql) {
        return stage.database(database)
                .withHandle(handle -> handle.createQuery(sql).mapTo(long.class).one());
    }
}
