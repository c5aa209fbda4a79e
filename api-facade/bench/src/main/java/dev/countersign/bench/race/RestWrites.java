package dev.countersign.bench.race;

import dev.countersign.bench.course.ApiProcess;
import dev.countersign.bench.course.Contest;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.OpenedBook;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.course.SteadyRate;
import dev.countersign.bench.course.SteadyRate.Answers;
import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchMessages;
import dev.countersign.bench.load.RestClients;
import dev.countersign.bench.load.RestClients.RestCall;
import dev.countersign.bench.peer.JdbcService;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Child;
import dev.countersign.bench.stage.Stage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Measurement of the writes a second over the interface, by kind and by clients, beside a plain
 * JDBC service that writes the same rows; and of the answers of the stream while cards are created
 * or frozen.
 */
public final class RestWrites {

    private static final String PRODUCT = Decisions.PRODUCT;
    private static final String JDBC = "plain JDBC service";
    private static final List<Integer> CLIENTS = List.of(1, 8, 32, 64);
    private static final int JUDGED = 32;
    private static final Duration START_MAX = Duration.ofMinutes(1);
    private static final int CARDS_A_CLIENT = 100;
    private static final int CARDS = CARDS_A_CLIENT * 64;

    private static final int CALM_RATE = 300;
    private static final int FROZEN_A_SECOND = 100;

    private static final String CREATE = "createCard";
    private static final String FREEZE = "freeze";
    private static final String LIMITS = "limits";

    private static final Map<String, RestClients.Calls> KINDS =
            Map.of(
                    CREATE,
                    OpenedBook.CREATE,
                    FREEZE,
                    (client, number) ->
                            new RestCall(
                                    "POST",
                                    path(client, number / 2)
                                            + (number % 2 == 0 ? "/freeze" : "/unfreeze"),
                                    ""),
                    LIMITS,
                    (client, number) ->
                            new RestCall(
                                    "PUT",
                                    path(client, number) + "/spending-controls",
                                    "{\"daily_limit\":%s}".formatted(1_000_000 + number)));

    /** Cards that are not frozen in turn. */
    private static final RestClients.Calls FREEZE_OTHERS =
            (client, number) ->
                    Objects.requireNonNull(KINDS.get(FREEZE)).call(client + JUDGED, number);

    private static final Duration WARM_UP = Duration.ofSeconds(30);

    private final Course course;
    private final Stage stage;
    private final Scale.Schedule scale;

    public RestWrites(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().schedule();
    }

    private static String path(int client, int number) {
        return "/cards/"
                + BenchBook.card(1L + (long) client * CARDS_A_CLIENT + number % CARDS_A_CLIENT);
    }

    /** Each of some cards is frozen, and freed some seconds later. */
    private static RestClients.Calls freezeInTurn(long first, int seconds) {
        int turn = FROZEN_A_SECOND * seconds;
        return (client, number) -> {
            String verb = number / turn % 2 == 0 ? "/freeze" : "/unfreeze";
            return new RestCall(
                    "POST", "/cards/" + BenchBook.card(first + number % turn) + verb, "");
        };
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        course.report().settings(JDBC, JdbcService.SETTINGS);
        OpenedBook book = OpenedBook.write(course, CARDS);
        writes(book);
        meanwhile(book);
        stage.drop(book.database());
    }

    private void writes(OpenedBook book) throws InterruptedException {
        Contest<Map<String, Double>> race =
                new Contest<Map<String, Double>>(course, "writes over the interface")
                        .enter(PRODUCT, () -> product(book))
                        .enter(JDBC, () -> jdbc(book))
                        .run(course.scale().turns());
        for (String kind : List.of(CREATE, FREEZE, LIMITS)) {
            for (int clients : CLIENTS) {
                for (String contestant : race.contestants()) {
                    course.report()
                            .add(
                                    Line.of(
                                            named(kind, clients),
                                            contestant,
                                            race.median(contestant, of(kind, clients)),
                                            "writes/s"));
                }
            }
        }
        race.compare(Goal.CREATE_CARD_TO_JDBC, PRODUCT, JDBC, of(CREATE, JUDGED))
                .compare(Goal.FREEZE_TO_JDBC, PRODUCT, JDBC, of(FREEZE, JUDGED))
                .compare(Goal.LIMITS_TO_JDBC, PRODUCT, JDBC, of(LIMITS, JUDGED));
    }

    private static ToDoubleFunction<Map<String, Double>> of(String kind, int clients) {
        return rates -> Objects.requireNonNull(rates.get(named(kind, clients)));
    }

    private static String named(String kind, int clients) {
        return String.format(Locale.ROOT, "%s, %d client(s)", kind, clients);
    }

    private Map<String, Double> product(OpenedBook book) throws InterruptedException {
        String database = book.copy();
        stage.checkpoint();
        try (ApiProcess product = ApiProcess.start(stage, database)) {
            return rates(product.clients());
        } finally {
            stage.drop(database);
        }
    }

    private Map<String, Double> jdbc(OpenedBook book) throws InterruptedException {
        String database = book.copy();
        stage.checkpoint();
        try (Child child =
                stage.peer(
                        "the JDBC service",
                        "jdbc-service",
                        stage.url(database),
                        book.card().toString())) {
            return rates(new RestClients(child.await("LISTENS", START_MAX), "none"));
        } finally {
            stage.drop(database);
        }
    }

    private Map<String, Double> rates(RestClients clients) throws InterruptedException {
        Duration time = Duration.ofSeconds(Math.max(2, scale.latencySeconds() / 6));
        // A process that has just started is not what is asked about.
        var unused = clients.perSecond(JUDGED, time, OpenedBook.CREATE);
        Map<String, Double> rates = new LinkedHashMap<>();
        for (String kind : List.of(CREATE, FREEZE, LIMITS)) {
            for (int each : CLIENTS) {
                rates.put(
                        named(kind, each),
                        clients.perSecond(each, time, Objects.requireNonNull(KINDS.get(kind))));
            }
        }
        return rates;
    }

    private void meanwhile(OpenedBook book) throws InterruptedException {
        Duration measured =
                Duration.ofSeconds(scale.latencySeconds() - scale.latencyWarmUpSeconds());
        meanwhile(
                book,
                Goal.WRITES_P99_TO_QUIET,
                scale.rate(),
                JUDGED + " clients that create cards",
                clients -> {
                    var unused = clients.perSecond(JUDGED, measured, OpenedBook.CREATE);
                });
        meanwhile(
                book,
                Goal.FREEZES_P99_TO_QUIET,
                Math.min(CALM_RATE, scale.rate()),
                FROZEN_A_SECOND + " cards frozen or freed a second",
                clients -> clients.steadily(FROZEN_A_SECOND, measured, freezeInTurn(1, 10)));
    }

    /** The stream at a rate beside what clients do, and beside the interface alone. */
    private void meanwhile(
            OpenedBook book, Goal goal, int perSecond, String writing, ClientWork work)
            throws InterruptedException {
        String quiet = "quiet, beside the interface";
        SteadyRate rate = new SteadyRate(course, perSecond);
        Contest<Answers> race =
                new Contest<Answers>(
                                course, String.format(Locale.ROOT, "answers at %d/s", perSecond))
                        .enter(quiet, () -> turn(book, rate, none -> {}))
                        .enter(writing, () -> turn(book, rate, work))
                        .run(course.scale().turns());
        rate.report(race);
        race.compare(goal, writing, quiet, Answers::p99);
    }

    /** Something that clients do beside the stream. */
    private interface ClientWork {
        void run(RestClients clients) throws InterruptedException;
    }

    private Answers turn(OpenedBook book, SteadyRate rate, ClientWork beside)
            throws InterruptedException {
        String database = book.copy();
        try (ApiProcess product = ApiProcess.start(stage, database)) {
            RestClients clients = product.clients();
            // Processes that have just started are not what is asked about, here too.
            var unused = clients.perSecond(JUDGED, WARM_UP, FREEZE_OTHERS);
            Duration warmUp = Duration.ofSeconds(scale.latencyWarmUpSeconds());
            RestClients.Calls freezes = freezeInTurn(CARDS / 2, 5);
            return rate.warmedUpBy(() -> clients.steadily(FROZEN_A_SECOND, warmUp, freezes))
                    .product(database, BenchMessages.ofToday(CARDS), () -> beside.run(clients));
        } finally {
            stage.drop(database);
        }
    }
}
