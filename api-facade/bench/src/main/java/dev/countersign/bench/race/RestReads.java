package dev.countersign.bench.race;

import dev.countersign.bench.course.ApiProcess;
import dev.countersign.bench.course.Course;
import dev.countersign.bench.course.Scale;
import dev.countersign.bench.load.BenchBook;
import dev.countersign.bench.load.BenchNight;
import dev.countersign.bench.report.Figure;
import dev.countersign.bench.report.Goal;
import dev.countersign.bench.report.Line;
import dev.countersign.bench.stage.Stage;
import dev.countersign.bench.stage.StageFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Every list of the interface with every combination of its filters, over a book that is large: the
 * slowest of them to the plain page of the newest, rare values and values that nothing has
 * included.
 */
public final class RestReads {

    private static final int ROWS_PER_CARD = 100;
    private static final int DAYS = 90;
    private static final int SHOWN = 5;

    /** The cards of a customer who has several; others have one. */
    private static final int FIRST_OF_SEVERAL = 4;

    private static final int LAST_OF_SEVERAL = 10;
    private static final String PLAIN = "transactions";

    private final Course course;
    private final Stage stage;
    private final Scale.Reads scale;
    private final HttpClient http = HttpClient.newHttpClient();

    public RestReads(Course course) {
        this.course = course;
        this.stage = course.stage();
        this.scale = course.scale().reads();
    }

    /** Measures it. */
    public void run() throws InterruptedException {
        course.log("rest: writing " + scale.rows() + " transactions");
        String database = stage.emptyDatabase();
        course.feed().recreate(1);
        try (ApiProcess product = ApiProcess.start(stage, database)) {
            write(stage.database(database));
            measure(product.address(), product.secret("SANDBOX_KEY"));
        } catch (IOException e) {
            throw new StageFailure("the interface does not answer", e);
        }
        stage.drop(database);
    }

    private void write(Jdbi jdbi) {
        int cards = Math.max(10, scale.rows() / ROWS_PER_CARD);
        LocalDate first = LocalDate.now(ZoneOffset.UTC).minusDays(DAYS);
        jdbi.useTransaction(handle -> BenchBook.write(handle, cards));
        new BenchNight(jdbi, cards)
                .writeHistory(
                        scale.rows(),
                        first,
                        Duration.ofDays(DAYS).toNanos() / 1_000 / scale.rows());
        jdbi.useTransaction(
                handle -> {
                    giveSeveral(handle, "card", "id");
                    giveSeveral(handle, "transaction", "card_id");
                });
    }

    private static void giveSeveral(Handle handle, String table, String card) {
        handle.execute(
                "update %s set customer_id = ? where %s between ? and ?".formatted(table, card),
                BenchBook.customer(FIRST_OF_SEVERAL).value(),
                BenchBook.card(FIRST_OF_SEVERAL).value(),
                BenchBook.card(LAST_OF_SEVERAL).value());
    }

    private void measure(String base, String key) throws IOException, InterruptedException {
        List<String> lists = lists();
        course.log(
                String.format(
                        Locale.ROOT,
                        "rest: %d lists, %d calls each",
                        lists.size(),
                        scale.listCalls()));
        for (String list : lists) {
            ask(base, key, list);
        }
        Map<String, Histogram> micros = new LinkedHashMap<>();
        for (int call = 0; call < scale.listCalls(); call++) {
            for (String list : lists) {
                long begun = System.nanoTime();
                ask(base, key, list);
                micros.computeIfAbsent(list, any -> new Histogram(600_000_000L, 3))
                        .recordValue((System.nanoTime() - begun) / 1_000);
            }
        }
        report(micros);
    }

    private void ask(String base, String key, String list)
            throws IOException, InterruptedException {
        HttpResponse<String> answer =
                http.send(
                        HttpRequest.newBuilder(URI.create(base + "/" + list))
                                .header("Authorization", "Bearer " + key)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new StageFailure(list + " was answered with " + answer.statusCode());
        }
    }

    private void report(Map<String, Histogram> micros) {
        double plain = p99(Objects.requireNonNull(micros.get(PLAIN)));
        String measurement = String.format(Locale.ROOT, "lists over %d transactions", scale.rows());
        course.report()
                .settings(
                        "lists",
                        "each list with every combination of its filters, common and rare values, "
                                + micros.size()
                                + " in all; shown are the plain page and the slowest");
        course.report().add(Line.of(measurement, "the newest, plain", plain, "ms, p99"));
        micros.entrySet().stream()
                .sorted(
                        Comparator.comparingDouble(
                                        (Map.Entry<String, Histogram> list) -> p99(list.getValue()))
                                .reversed())
                .limit(SHOWN)
                .forEach(
                        list ->
                                course.report()
                                        .add(
                                                Line.of(
                                                        measurement,
                                                        filters(list.getKey()),
                                                        p99(list.getValue()),
                                                        "ms, p99")));
        double slowest = micros.values().stream().mapToDouble(RestReads::p99).max().orElse(0);
        course.report().add(Figure.of(Goal.SLOWEST_LIST_TO_PLAIN_LIST, List.of(slowest / plain)));
    }

    /** Without the identifiers, which say nothing. */
    private static String filters(String list) {
        return list.replaceAll("=(card|cus|prog|txn)_[A-Za-z0-9]+", "");
    }

    private static double p99(Histogram micros) {
        return micros.getValueAtPercentile(99) / 1_000.0;
    }

    // ---- what is asked

    private static List<String> lists() {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        String card = BenchBook.card(3).toString();
        String customer = BenchBook.customer(3).toString();
        String several = BenchBook.customer(FIRST_OF_SEVERAL).toString();
        List<String> lists = new ArrayList<>();
        combine(
                lists,
                "transactions",
                List.of(
                        List.of("card_id=" + card),
                        List.of("customer_id=" + customer, "customer_id=" + several),
                        List.of("status=settled", "status=declined", "status=reversed"),
                        List.of("currency=EUR", "currency=JPY", "currency=USD"),
                        List.of("created_gte=" + today.minusDays(DAYS / 2) + "T00:00:00Z"),
                        List.of("created_lt=" + today.minusDays(DAYS / 3) + "T00:00:00Z")));
        combine(
                lists,
                "cards",
                List.of(
                        List.of("customer_id=" + customer),
                        List.of("status=active", "status=terminated"),
                        List.of("type=virtual", "type=physical")));
        combine(
                lists,
                "customers",
                List.of(
                        List.of("external_id=nobody"),
                        List.of("status=active", "status=inactive")));
        combine(lists, "disputes", List.of(List.of("status=open", "status=won")));
        lists.add("programs");
        lists.add("cards/" + card + "/wallet-tokens");
        return lists;
    }

    /** Every combination of filters, each left out or with each of its values. */
    private static void combine(List<String> lists, String list, List<List<String>> filters) {
        List<String> queries = new ArrayList<>(List.of(""));
        for (List<String> values : filters) {
            for (String query : List.copyOf(queries)) {
                for (String value : values) {
                    queries.add(query.isEmpty() ? value : query + "&" + value);
                }
            }
        }
        for (String query : queries) {
            lists.add(query.isEmpty() ? list : list + "?" + query);
        }
    }
}
