package dev.countersign.bench.race;

import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.ProductProcess;
import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchNight;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.report.Report.Curve;
import dev.countersign.bench.report.Report.Point;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.StageFailure;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Jdbi;

/**
 * The same night beside few old transactions and beside ten times as many: what is settled already
 * must not make a night longer.
 */
public final class NightGrowth {

    private static final Duration NIGHT_MAX = Duration.ofHours(1);
    private static final int TIMES = 10;
    private static final int ROWS_PER_CARD = 100;
    private static final int DAYS = 90;
    private static final String TOOK =
            """
            select extract(epoch from end_time - start_time)::double precision
              from batch_job_execution
             order by job_execution_id desc
             limit 1
            """;

    private final Course course;
    private final Stage stage;
    private final int records;
    private final int cards;
    private final LocalDate first;

    public NightGrowth(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.records = Math.max(1, course.scale().nightRecords() / TIMES);
        this.cards = Math.max(1, course.scale().reads().rows() / ROWS_PER_CARD);
        this.first = LocalDate.now(ZoneOffset.UTC).minusDays(course.scale().turns() + 1L);
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        int many = course.scale().reads().rows();
        int few = many / TIMES;
        String small = prepare(few);
        String large = prepare(many);
        List<Double> ofSmall = new ArrayList<>();
        List<Double> ofLarge = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int turn = 1; turn <= course.scale().turns(); turn++) {
            course.log("growth: turn " + turn + " of " + course.scale().turns());
            LocalDate date = first.plusDays(turn);
            ofSmall.add(night(small, date));
            ofLarge.add(night(large, date));
            ratios.add(ofLarge.getLast() / ofSmall.getLast());
        }
        stage.drop(small);
        stage.drop(large);
        String measurement = String.format(Locale.ROOT, "night of %d", records);
        report(measurement, few, ofSmall);
        report(measurement, many, ofLarge);
        course.report()
                .add(
                        new Curve(
                                "Night by old transactions",
                                Decisions.PRODUCT,
                                "old transactions",
                                "s",
                                List.of(
                                        new Point(few, Figure.median(ofSmall)),
                                        new Point(many, Figure.median(ofLarge)))));
        course.report().add(Figure.of(Goal.NIGHT_LARGE_TO_SMALL, ratios));
    }

    private void report(String measurement, int rows, List<Double> seconds) {
        course.report()
                .add(
                        Line.of(
                                measurement,
                                String.format(Locale.ROOT, "beside %d old transactions", rows),
                                Figure.median(seconds),
                                "s, all its steps"));
    }

    /** A book with old transactions, of which a first night has seen the end. */
    private String prepare(int rows) throws InterruptedException {
        course.log(
                String.format(
                        Locale.ROOT,
                        "growth: writing %d old transactions of %d cards",
                        rows,
                        cards));
        String database = stage.emptyDatabase();
        Jdbi jdbi = stage.database(database);
        jdbi.useTransaction(handle -> BenchBook.write(handle, cards));
        BenchNight purchases = new BenchNight(jdbi, cards);
        purchases.leaveRoomFor(rows);
        var unused = night(database, first);
        purchases.addSettled(
                rows, first.minusDays(DAYS), Duration.ofDays(DAYS).toNanos() / 1_000 / rows);
        return database;
    }

    private double night(String database, LocalDate date) throws InterruptedException {
        Jdbi jdbi = stage.database(database);
        new BenchNight(jdbi, cards).write(date, records);
        stage.checkpoint();
        try (Child child = ProductProcess.night(stage, database, date.toString())) {
            child.awaitEnd(NIGHT_MAX);
        }
        requireSettled(database, date);
        return jdbi.withHandle(handle -> handle.createQuery(TOOK).mapTo(double.class).one());
    }

    /** A night that left some out was not faster. */
    private void requireSettled(String database, LocalDate date) {
        long settled =
                stage.number(
                        database,
                        """
                        select count(*)
                          from settlement_line
                         where business_date = ?
                           and outcome = 'posted'
                        """,
                        date);
        if (settled != records) {
            throw new StageFailure("only " + settled + " of " + records + " records were settled");
        }
    }
}
