package dev.countersign.facade.launch.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.countersign.facade.launch.ProductForTests;
import dev.countersign.facade.launch.audit.AuditKeeper;
import dev.countersign.facade.launch.start.Role;
import dev.countersign.facade.launch.start.StartupFailure;
import dev.countersign.facade.launch.wiring.NightSchedule;
import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ApiCaller.Reply;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.feed.FeedService;
import dev.countersign.jobs.NightReport;
import dev.countersign.jobs.Nights;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.night.StepCounts;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.testkit.Patience;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Processes that each do a part of the work of a product, beside one that does all. */
class RolesIT {

    private static final TestProduct PRODUCT = TestProduct.running();

    @Test
    void aProcessOfTheStreamAloneDecidesWhatOthersAsk() throws Exception {
        try (var stream = beside(Role.INGEST);
                var api = beside(Role.API);
                BufferedReader now = figures("sees-others-decide", api)) {
            FeedService feed = stream.getBean(FeedService.class);
            Patience.until(() -> !feed.owned().isEmpty());
            ApiCaller sandbox = PRODUCT.caller(Mode.SANDBOX, api);
            double before = read(stream);
            for (int i = 1; read(stream) == before; i++) {
                Reply answer =
                        sandbox.post(
                                "/test_helpers/authorizations",
                                "{\"card_id\":\"" + sandbox.card("virtual") + "\",\"amount\":500}");
                assertThat(answer.text("/status")).as("purchase %s", i).isEqualTo("authorized");
            }

            assertThat(TestProduct.managed(stream, "/actuator/health/readiness").body())
                    .contains("\"db\"", "\"broker\"", "\"feed\"", "\"status\":\"UP\"");
            assertThat(TestProduct.managed(stream, "/actuator/health/liveness").body())
                    .contains("\"owners\":{\"status\":\"UP\"}");
            assertThat(TestProduct.managed(stream, "/actuator/prometheus").body())
                    .contains("countersign_feed_messages_total", "hikaricp_connections");
            assertThat(TestProduct.managed(stream, "/v1/cards").statusCode()).isEqualTo(404);
            assertThat(feed.getPhase())
                    .as("it leaves its partitions to others before the trail is looked at")
                    .isGreaterThan(stream.getBean(AuditKeeper.class).getPhase());
            assertThat(api.getBeanNamesForType(FeedService.class)).isEmpty();
            JsonNode shown = firstDecided(now);
            assertThat(shown.path("approvedPermille").asInt()).isPositive();
            assertThat(shown.path("lag").isNumber()).isTrue();
            assertThat(shown.path("quarantined").asString()).isNotEmpty();
            assertThat(shown.path("partitions").isNull()).as("it does not decide").isTrue();
            assertThat(shown.path("p99").isNull()).as("nor knows how long it takes").isTrue();
        }
        // A member of its own name keeps its partitions for a while when it goes.
        PRODUCT.awaitWholeFeed();
    }

    @Test
    void aProcessOfTheNightsAloneRunsThemByTheClock() throws Exception {
        try (var nights = beside(Role.JOBS)) {
            assertThat(nights.getBean(Nights.class)).isNotNull();
            assertThat(nights.getBean(NightSchedule.class).isRunning()).isTrue();
            assertThat(nights.getBeanNamesForType(FeedService.class)).isEmpty();
            assertThat(TestProduct.managed(nights, "/actuator/health/readiness").statusCode())
                    .isEqualTo(200);
            assertThat(TestProduct.managed(nights, "/actuator/prometheus").body())
                    .contains("countersign_night_due");
            assertThat(TestProduct.managed(nights, "/console").statusCode()).isEqualTo(404);
        }
    }

    /** It is a worker of its own, too. */
    @Test
    void aProcessOfTheNightsHandsItsRangesOut() throws Exception {
        ApiCaller sandbox = PRODUCT.caller(Mode.SANDBOX);
        String purchase = "{\"card_id\":\"" + sandbox.card("virtual") + "\",\"amount\":500}";
        assertThat(sandbox.post("/test_helpers/authorizations", purchase).text("/status"))
                .isEqualTo("authorized");
        try (var jobs = beside(Role.JOBS, "--countersign.night.remote-workers=1")) {
            Nights nights = jobs.getBean(Nights.class);

            NightReport report = nights.runSandbox(nights.queries().today(Mode.SANDBOX));

            assertThat(report.night().state()).isEqualTo(NightState.COMPLETED);
            assertThat(report.steps())
                    .filteredOn(step -> step.name().equals("totals"))
                    .extracting(StepCounts::workers)
                    .singleElement()
                    .asString()
                    .startsWith("process ");
        }
    }

    /** A process that lost its keys makes no others: nobody could read what it writes. */
    @Test
    void aProcessWithoutTheKeysOfTheDatabaseIsRefusedAndMakesNone(@TempDir Path directory) {
        Path missing = directory.resolve("vault.p12");

        assertThat(refusal("countersign.vault.key-store", missing.toString()))
                .startsWith("The key file " + missing + " is missing; put it back");
        assertThat(directory).isEmptyDirectory();
        assertThat(refusal("countersign.vault.password", "another"))
                .startsWith("The password of the key file ")
                .endsWith(" is another, or the file was changed.");
    }

    private static String refusal(String setting, String value) {
        List<String> settings = new ArrayList<>(PRODUCT.settings());
        settings.removeIf(each -> each.startsWith("--" + setting + "="));
        settings.add("--" + setting + "=" + value);
        RuntimeException failure =
                catchThrowableOfType(
                        RuntimeException.class,
                        () -> ProductForTests.start(EnumSet.of(Role.API), "refused", settings));
        return StartupFailure.explain(failure).getMessage();
    }

    /** The figures of the page Now of a process, as they come. */
    private static BufferedReader figures(String name, ConfigurableApplicationContext process)
            throws Exception {
        ConsoleCaller viewer =
                ConsoleCaller.somebody(PRODUCT, name, OperatorRole.VIEWER).at(process);
        HttpResponse<InputStream> events =
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(
                                                URI.create(
                                                        "http://127.0.0.1:"
                                                                + process.getEnvironment()
                                                                        .getRequiredProperty(
                                                                                "local.server.port")
                                                                + "/console/sandbox/now/stream"))
                                        .header("Cookie", viewer.cookie())
                                        .build(),
                                BodyHandlers.ofInputStream());
        assertThat(events.statusCode()).isEqualTo(200);
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8));
        assertThat(lines.readLine()).contains("pulse");
        return lines;
    }

    private static JsonNode firstDecided(BufferedReader lines) {
        return lines.lines()
                .filter(line -> line.startsWith("data:"))
                .map(line -> JsonMapper.shared().readTree(line.substring("data:".length())))
                .filter(figures -> figures.path("sampled").asLong() > 0)
                .findFirst()
                .orElseThrow();
    }

    private static double read(ConfigurableApplicationContext process) {
        return process
                .getBean(MeterRegistry.class)
                .find("countersign.feed.messages")
                .counters()
                .stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private static ConfigurableApplicationContext beside(Role role, String... more) {
        List<String> settings = new ArrayList<>(PRODUCT.settings());
        settings.addAll(List.of(more));
        return ProductForTests.start(EnumSet.of(role), "beside", settings);
    }
}
