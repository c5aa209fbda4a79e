package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Access to the console, and the rights of each role there. */
class ConsoleAccessIT {

    private static final TestProduct PRODUCT = TestProduct.running();

    /** Somebody who has chosen their password. */
    private static ConsoleCaller somebody(String name, OperatorRole role) {
        return ConsoleCaller.somebody(PRODUCT, name, role);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console",
                "/console/sandbox/audit",
                "/console/sandbox/operators",
                "/console/nothing"
            })
    void sendsWhoeverIsNotLoggedInToTheLogin(String path) {
        HttpResponse<String> reply = new ConsoleCaller(PRODUCT.address()).get(path);

        assertThat(reply.statusCode()).isEqualTo(303);
        assertThat(ConsoleCaller.location(reply)).startsWith("/console/login");
    }

    @Test
    void letsNoApiKeyIn() {
        ApiCaller caller = new ApiCallerOutsideTheContract(PRODUCT).caller();

        assertThat(caller.get("/console/sandbox/audit").status()).isEqualTo(404);
    }

    /** A key goes to its own base address, below which there is no console. */
    private record ApiCallerOutsideTheContract(TestProduct product) {
        ApiCaller caller() {
            return product.caller(Mode.LIVE);
        }
    }

    @Test
    void refusesFormsThatAreNotOfItsOwnPages() {
        ConsoleCaller administrator = somebody("forms", OperatorRole.ADMINISTRATOR);
        Map<String, String> form = Map.of("name", "intruder", "role", "administrator");

        assertThat(
                        administrator
                                .withoutToken()
                                .post("/console/sandbox/operators", form)
                                .statusCode())
                .isEqualTo(403);
        assertThat(
                        administrator
                                .post(
                                        "/console/sandbox/operators",
                                        form,
                                        "http://elsewhere.example")
                                .statusCode())
                .isEqualTo(403);
        assertThat(PRODUCT.console().operators().list())
                .noneMatch(each -> each.name().equals("intruder"));
    }

    @ParameterizedTest
    @CsvSource({"VIEWER, 403", "OPERATOR, 403", "FINANCE, 403", "ADMINISTRATOR, 200"})
    void letsOnlyAdministratorsMakeOperators(OperatorRole role, int status) {
        String name = "role-" + role.wire();
        ConsoleCaller visitor = somebody(name, role);

        HttpResponse<String> reply =
                visitor.post(
                        "/console/sandbox/operators",
                        Map.of("name", "by-" + name, "role", "viewer"));

        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(visitor.get("/console/sandbox/operators").statusCode()).isEqualTo(status);
        assertThat(PRODUCT.console().operators().list())
                .filteredOn(each -> each.name().equals("by-" + name))
                .hasSize(status == 200 ? 1 : 0);
    }

    @Test
    void keepsAnAdministratorAwayFromMoneyUntilFinanceIsGivenToo() {
        ConsoleCaller administrator = somebody("no-money", OperatorRole.ADMINISTRATOR);
        var refused = administrator.post("/console/sandbox/months/2026-01/soft-close", Map.of());

        ConsoleCaller other = somebody("gives-roles", OperatorRole.ADMINISTRATOR);
        var given =
                other.post(
                        "/console/sandbox/operators/no-money/roles",
                        Map.of("role", "administrator,finance"));
        assertThat(administrator.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
        administrator.loggedIn("no-money", ConsoleCaller.PASSWORD);
        var allowed = administrator.post("/console/sandbox/months/2026-01/soft-close", Map.of());

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(given.statusCode()).isEqualTo(303);
        assertThat(allowed.statusCode()).isNotEqualTo(403);
        assertThat(administrator.page("/console/sandbox/audit")).contains("Finance, administrator");
    }

    @Test
    void keepsSomebodyOutAtOnce() {
        ConsoleCaller administrator = somebody("keeper", OperatorRole.ADMINISTRATOR);
        ConsoleCaller viewer = somebody("leaver", OperatorRole.VIEWER);

        assertThat(
                        administrator
                                .post("/console/sandbox/operators/leaver/disable", Map.of())
                                .statusCode())
                .isEqualTo(303);

        assertThat(viewer.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
        assertThat(viewer.login("leaver", ConsoleCaller.PASSWORD)).isEqualTo(422);
    }

    @Test
    void endsTheEventsOfWhoIsKeptOutAtOnce() throws Exception {
        ConsoleCaller watcher = somebody("watcher", OperatorRole.VIEWER);
        HttpResponse<InputStream> events =
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(
                                                URI.create(
                                                        "%s/console/sandbox/now/stream"
                                                                .formatted(PRODUCT.address())))
                                        .header("Cookie", watcher.cookie())
                                        .build(),
                                BodyHandlers.ofInputStream());
        assertThat(events.statusCode()).isEqualTo(200);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).contains("pulse");

            PRODUCT.console().operators().disable("watcher");

            assertThat(lines.lines().filter(line -> line.contains("pulse"))).hasSizeLessThan(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/cards", "/sandbox/v1/cards"})
    void leavesTheRestInterfaceAsItWas(String path) throws Exception {
        HttpResponse<String> reply = PRODUCT.page(path);

        assertThat(reply.statusCode()).isEqualTo(401);
        assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(reply.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(reply.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    }
}
