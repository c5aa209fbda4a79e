package dev.countersign.bench.race;

import dev.countersign.bench.course.ApiProcess;
import dev.countersign.bench.course.Contest;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.OpenedBook;
import dev.countersign.bench.course.ProductProcess;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.course.SteadyRate;
import dev.countersign.bench.course.SteadyRate.Answers;
import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.BenchNight;
import dev.countersign.bench.load.OpenLoop;
import dev.countersign.bench.load.Spread;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import dev.countersign.reconcile.domain.id.ProgramId;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.UUID;

/**
 * The time from when a request is due to its answer in hours that are not quiet: while a night
 * runs, across midnight, while cards are created, and after a change of the program; beside the
 * same book and rate with nothing else to do.
 */
public final class BusyHours {

    private static final String QUIET = "quiet";
    private static final String NIGHT = "during a night";
    private static final String MIDNIGHT = "across midnight";
    private static final String CREATING = "100 cards created a second";
    private static final String CHANGED = "after a change of the program";
    private static final int CREATED_A_SECOND = 100;
    private static final Duration NIGHT_MAX = Duration.ofHours(1);

    private final Course course;
    private final Stage stage;
    private final Scale.Schedule scale;
    private final SteadyRate rate;
    private final LocalDate yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1);

    /** So many that most were used before midnight. */
    private final int cards;

    public BusyHours(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().schedule();
        this.rate = new SteadyRate(course);
        this.cards = Math.max(1, scale.rate() * scale.latencyWarmUpSeconds() / 2);
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        int records = course.scale().nightRecords();
        course.report().settings("requests", OpenLoop.SETTINGS);
        course.report()
                .settings(
                        "hours",
                        String.format(
                                Locale.ROOT,
                                "a book of %d cards with %d purchases of yesterday and their records, which"
                                        + " are settled by the night alone",
                                cards,
                                records));
        OpenedBook book = OpenedBook.write(course, cards);
        new BenchNight(stage.database(book.database()), cards, BenchNight.FORMER_PARTITION)
                .write(yesterday, records);
        Contest<Answers> race =
                new Contest<Answers>(
                                course, String.format(Locale.ROOT, "answers at %d/s", scale.rate()))
                        .enter(QUIET, () -> turn(book, messages(BenchMessages.today()), none -> {}))
                        .enter(
                                NIGHT,
                                () -> turn(book, messages(BenchMessages.today()), this::night))
                        .enter(MIDNIGHT, () -> turn(book, messages(beforeMidnight()), none -> {}))
                        .enter(
                                CREATING,
                                () -> turn(book, messages(BenchMessages.today()), this::create))
                        .enter(
                                CHANGED,
                                () -> turn(book, messages(BenchMessages.today()), this::change))
                        .run(course.scale().turns());
        stage.drop(book.database());
        rate.report(race);
        race.compare(Goal.NIGHT_P99_TO_QUIET, NIGHT, QUIET, Answers::p99)
                .compare(Goal.MIDNIGHT_P99_TO_QUIET, MIDNIGHT, QUIET, Answers::p99)
                .compare(Goal.CREATED_CARDS_P99_TO_QUIET, CREATING, QUIET, Answers::p99)
                .compare(Goal.CHANGED_PROGRAM_P99_TO_QUIET, CHANGED, QUIET, Answers::p99);
    }

    /** Something that goes on beside the stream on a database. */
    private interface HourWork {
        void run(String database) throws InterruptedException;
    }

    private Answers turn(OpenedBook book, BenchMessages messages, HourWork beside)
            throws InterruptedException {
        String database = book.copy();
        try {
            return rate.product(database, messages, () -> beside.run(database));
        } finally {
            stage.drop(database);
        }
    }

    private BenchMessages messages(Instant from) {
        return new BenchMessages(cards, Spread.EVEN, from, 1_000_000 / scale.rate());
    }

    /** In the middle of what is measured it is midnight. */
    private Instant beforeMidnight() {
        int measured = scale.latencySeconds() - scale.latencyWarmUpSeconds();
        return BenchMessages.today().minusSeconds(scale.latencyWarmUpSeconds() + measured / 2);
    }

    private void night(String database) throws InterruptedException {
        try (Child child = ProductProcess.night(stage, database, yesterday.toString())) {
            child.awaitEnd(NIGHT_MAX);
        }
    }

    private void create(String database) throws InterruptedException {
        try (ApiProcess product = ApiProcess.start(stage, database)) {
            product.clients()
                    .steadily(
                            CREATED_A_SECOND,
                            Duration.ofSeconds(
                                    scale.latencySeconds() - scale.latencyWarmUpSeconds()),
                            OpenedBook.CREATE);
        }
    }

    private void change(String database) throws InterruptedException {
        UUID program =
                stage.database(database)
                        .withHandle(
                                handle ->
                                        handle.createQuery(
                                                        "select id from program where mode = 'sandbox' and is_default")
                                                .mapTo(UUID.class)
                                                .one());
        ProductProcess.changeProgram(stage, database, new ProgramId(program).toString());
    }
}
