package dev.countersign.bench.race;

import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchNight;
import dev.countersign.bench.peer.ChunkPeer;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.Stage.Taken;
import dev.countersign.bench.stage.StageFailed;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jdbi.v3.core.Jdbi;

/**
 * A night over plain records: how many are settled a second, and how long the totals of the day
 * take. Beside it one statement that updates the same rows, a plain group by, and the framework's
 * own chunk step.
 */
public final class Settlement {

    private static final Duration NIGHT_MAX = Duration.ofHours(2);
    private static final int CARDS_SHARE = 50;
    private static final String UNIT = "records/s";
    private static final String FLOOR = "one update … from";

    private static final String UPDATE =
            """
            update transaction
               set status = 'settled',
                   held_minor = 0,
                   cleared_minor = clearing.amount_minor,
                   settled_at = clearing.created_at,
                   version = transaction.version + 1
              from clearing
             where transaction.card_id = clearing.card_id
               and transaction.network_txn_id = clearing.network_txn_id
            """;

    private static final String GROUP_BY =
            """
            create table bench_totals as
            select card_id, (created_at at time zone 'UTC')::date as day, currency,
                   count(*) filter (where status <> 'declined') as authorized_count,
                   sum(requested_minor) filter (where status <> 'declined') as authorized_minor,
                   count(*) filter (where status = 'declined') as declined_count,
                   sum(reversed_minor) as reversed_minor,
                   sum(expired_minor) as expired_minor,
                   sum(held_minor + cleared_minor) as counted_minor
              from transaction
             group by 1, 2, 3
            """;

    private static final String TOOK =
            """
            select extract(epoch from end_time - start_time)::double precision
              from batch_step_execution
             where step_name = :step
            """;

    private final Course course;
    private final Stage stage;
    private final Scale.Nights scale;
    private final LocalDate date = LocalDate.now(ZoneOffset.UTC).minusDays(1);

    private final List<Turn> night = new ArrayList<>();
    private final List<Turn> floor = new ArrayList<>();
    private final List<Turn> hundred = new ArrayList<>();
    private final List<Turn> thousand = new ArrayList<>();
    private final List<Double> totals = new ArrayList<>();
    private final List<Double> groupBy = new ArrayList<>();
    private final List<Double> wholeNight = new ArrayList<>();

    public Settlement(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().nights();
    }

    /**
     * Measures it.
     *
     * @param settlement whether the settling is reported
     * @param ofTotals whether the totals are
     */
    public void run(boolean settlement, boolean ofTotals) throws InterruptedException {
        course.tell("night: writing " + scale.records() + " purchases and their clearing records");
        String book = stage.emptyDatabase();
        int cards = Math.max(1, scale.records() / CARDS_SHARE);
        Jdbi jdbi = stage.database(book);
        jdbi.useTransaction(handle -> BenchBook.write(handle, cards));
        new BenchNight(jdbi, cards).write(date, scale.records());
        for (int pair = 1; pair <= scale.pairs(); pair++) {
            course.tell("night: turn " + pair + " of " + scale.pairs());
            night(book);
            statements(book);
            if (settlement) {
                hundred.add(chunks(book, 100));
                thousand.add(chunks(book, 1_000));
            }
        }
        stage.drop(book);
        if (settlement) {
            reportSettlement();
        }
        if (ofTotals) {
            reportTotals();
        }
    }

    /** As packaged, in a process of its own; its steps say how long they took. */
    private void night(String book) throws InterruptedException {
        String database = stage.copyOf(book);
        stage.checkpoint();
        Taken before = stage.taken();
        long begun = System.nanoTime();
        double childCpu;
        try (Child child = ProductProcess.night(stage, database, date.toString())) {
            child.awaitEnd(NIGHT_MAX);
            childCpu = child.cpuNanosAtEnd();
        }
        wholeNight.add((System.nanoTime() - begun) / 1e9);
        Taken taken = stage.taken().since(before);
        Jdbi jdbi = stage.database(database);
        requireSettled(database);
        night.add(
                Turn.of(
                        scale.records(),
                        took(jdbi, "settle"),
                        new Taken(childCpu, taken.postgres(), Double.NaN),
                        Double.NaN));
        totals.add(took(jdbi, "totals"));
        stage.drop(database);
    }

    private void statements(String book) throws InterruptedException {
        String database = stage.copyOf(book);
        stage.checkpoint();
        Jdbi jdbi = stage.database(database);
        Taken before = stage.taken();
        double seconds = execute(jdbi, UPDATE);
        floor.add(Turn.of(scale.records(), seconds, stage.taken().since(before), Double.NaN));
        groupBy.add(
                execute(jdbi, GROUP_BY)); // reads first what was just written, as the night does
        requireSettled(database);
        stage.drop(database);
    }

    private static double execute(Jdbi jdbi, String sql) {
        return jdbi.withHandle(
                handle -> {
                    long begun = System.nanoTime();
                    handle.execute(sql);
                    return (System.nanoTime() - begun) / 1e9;
                });
    }

    private Turn chunks(String book, int size) throws InterruptedException {
        String database = stage.copyOf(book);
        stage.checkpoint();
        Taken before = stage.taken();
        double childCpu;
        try (Child child =
                stage.peer("Spring Batch", "chunk", stage.url(database), Integer.toString(size))) {
            child.awaitEnd(NIGHT_MAX);
            childCpu = child.cpuNanosAtEnd();
        }
        Taken taken = stage.taken().since(before);
        Jdbi jdbi = stage.database(database);
        requireSettled(database);
        Turn run =
                Turn.of(
                        scale.records(),
                        took(jdbi, "chunk"),
                        new Taken(childCpu, taken.postgres(), Double.NaN),
                        Double.NaN);
        stage.drop(database);
        return run;
    }

    /** A contestant that left some out was not faster. */
    private void requireSettled(String database) {
        long settled =
                stage.number(database, "select count(*) from transaction where status = 'settled'");
        if (settled != scale.records()) {
            throw new StageFailed(
                    "only " + settled + " of " + scale.records() + " records were settled");
        }
    }

    private static double took(Jdbi jdbi, String step) {
        return jdbi.withHandle(
                handle -> handle.createQuery(TOOK).bind("step", step).mapTo(double.class).one());
    }

    private void reportSettlement() {
        course.report()
                .settings(
                        "Countersign, night",
                        "job run nightly, as the launcher starts it: matches, settles, writes lines, ledger, holds,"
                                + " totals, proofs and reports; the rate is that of its settling step, the"
                                + " processor time that of the whole process and night");
        course.report().settings(FLOOR, "a join by card and network reference, fillfactor 50");
        course.report().settings("Spring Batch", ChunkPeer.SETTINGS);
        String measurement = String.format(Locale.ROOT, "settlement of %d", scale.records());
        course.report().add(Turn.line(measurement, "Countersign, night", UNIT, night));
        course.report().add(Turn.line(measurement, FLOOR, UNIT, floor));
        course.report().add(Turn.line(measurement, "Spring Batch, chunk 100", UNIT, hundred));
        course.report().add(Turn.line(measurement, "Spring Batch, chunk 1000", UNIT, thousand));
        course.report()
                .add(
                        Line.of(
                                String.format(Locale.ROOT, "whole night of %d", scale.records()),
                                "Countersign, night",
                                Figure.median(wholeNight),
                                "s, with the start of its process"));
        course.report()
                .add(
                        Figure.atLeast(
                                "settlement_to_update",
                                Turn.ratios(night, floor, Turn::rate),
                                0.5,
                                1.5));
    }

    private void reportTotals() {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < totals.size(); i++) {
            ratios.add(totals.get(i) / groupBy.get(i));
        }
        String measurement = String.format(Locale.ROOT, "totals of a day of %d", scale.records());
        course.report()
                .settings(
                        "plain group by",
                        "of the transactions by card and day, into a new table, right after they were"
                                + " settled; the product's step also checks the usage of limits against"
                                + " the messages");
        course.report().add(Line.of(measurement, "Countersign, night", Figure.median(totals), "s"));
        course.report().add(Line.of(measurement, "plain group by", Figure.median(groupBy), "s"));
        course.report().add(Figure.atMost("totals_to_group_by", ratios, 3, 1.5));
    }
}
