package dev.countersign.facade.launch.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.launch.ProductForTests;
import dev.countersign.facade.launch.start.Role;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.operator.Operator;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Login by an identity provider. */
class IdentityProviderIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final MockOAuth2Server PROVIDER = new MockOAuth2Server();
    private static final String ISSUER = "people";
    private static final int LIFE_SECONDS = 3_600;

    private static ConfigurableApplicationContext process;
    private static String address;
    private static HttpResponse<String> whileAway;

    @BeforeAll
    static void start() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        var unused = PRODUCT.console().operators().create("stays-here", OperatorRole.ADMINISTRATOR);
        List<String> settings = new ArrayList<>(PRODUCT.settings());
        settings.addAll(
                List.of(
                        "--countersign.console.oidc.issuer=http://localhost:" + port + "/" + ISSUER,
                        "--countersign.console.oidc.client-id=console",
                        "--countersign.console.oidc.client-secret=of-a-test",
                        "--countersign.console.oidc.label=People",
                        "--countersign.console.oidc.create-operators=true",
                        "--countersign.console.oidc.roles.card-finance=finance",
                        "--countersign.console.oidc.roles.card-viewers=viewer"));
        process = ProductForTests.start(EnumSet.of(Role.API), "provider", settings);
        address =
                "http://localhost:"
                        + process.getEnvironment().getRequiredProperty("local.server.port");
        whileAway = new ConsoleCaller(address).get("/console/login/with/provider");
        PROVIDER.start(port);
    }

    @AfterAll
    static void stop() {
        process.close();
        PROVIDER.shutdown();
    }

    /** A browser that goes where it is sent. */
    private static ConsoleCaller logIn(Map<String, Object> claims) throws Exception {
        return logIn("the user " + claims.get("preferred_username"), claims);
    }

    private static ConsoleCaller logIn(String subject, Map<String, Object> claims)
            throws Exception {
        ConsoleCaller browser = new ConsoleCaller(address);
        var unused = comeBack(browser, subject, claims, "");
        return browser;
    }

    /** The answer to a browser that comes back from the provider. */
    private static HttpResponse<String> comeBack(
            ConsoleCaller browser, String subject, Map<String, Object> claims, String query)
            throws Exception {
        PROVIDER.enqueueCallback(
                new DefaultOAuth2TokenCallback(
                        ISSUER, subject, "JWT", List.of("console"), claims, LIFE_SECONDS));
        assertThat(browser.page("/console/login" + query))
                .contains("Log in with People", "\"/console/login/with/provider" + query + "\"");
        HttpResponse<String> sent = browser.get("/console/login/with/provider" + query);
        HttpResponse<String> back =
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(ConsoleCaller.location(sent)))
                                        .build(),
                                BodyHandlers.ofString());
        assertThat(ConsoleCaller.location(sent)).contains("code_challenge=", "nonce=", "state=");
        HttpResponse<String> in =
                browser.get(ConsoleCaller.location(back).substring(address.length()));
        assertThat(in.statusCode()).isEqualTo(303);
        return in;
    }

    private static Operator operator(String name) {
        return PRODUCT.console().operators().find(name).orElseThrow();
    }

    @Test
    void sendsPeopleBackToThePasswordWhileTheProviderIsAway() {
        assertThat(whileAway.statusCode()).isEqualTo(303);
        assertThat(ConsoleCaller.location(whileAway)).isEqualTo("/console/login?away");
        HttpResponse<String> page = new ConsoleCaller(address).get("/console/login?away");
        assertThat(page.statusCode()).isEqualTo(503);
        assertThat(page.body()).contains("The identity provider does not answer.");
    }

    @Test
    void keepsASessionOfNobodyForTenMinutes() {
        ConsoleCaller stranger = new ConsoleCaller(address);
        assertThat(stranger.get("/console/login/with/provider").statusCode()).isEqualTo(302);

        List<Integer> seconds =
                PRODUCT.book()
                        .database()
                        .read(
                                handle ->
                                        handle.createQuery(
                                                        "select distinct max_inactive_interval"
                                                                + " from console_session"
                                                                + " where principal_name is null")
                                                .mapTo(Integer.class)
                                                .list());
        assertThat(seconds).containsExactly(600);
    }

    @Test
    void makesAnOperatorInTheRolesOfTheirGroups() throws Exception {
        ConsoleCaller browser =
                logIn(Map.of("preferred_username", "by-group", "groups", List.of("card-finance")));

        assertThat(browser.get("/console/sandbox/audit").statusCode()).isEqualTo(200);
        assertThat(operator("by-group").roles().held()).containsExactly(OperatorRole.FINANCE);
        assertThat(browser.get("/console/sandbox/operators").statusCode()).isEqualTo(403);
        assertThat(PRODUCT.trailOf("by-group")).contains("login.succeeded");
        assertThat(PRODUCT.trailOf(PROVIDER.issuerUrl(ISSUER).toString()))
                .contains("operator.create");
        assertThat(
                        new ConsoleCaller(address)
                                .post("/console/login", Map.of("name", "by-group", "password", ""))
                                .statusCode())
                .isEqualTo(422);
    }

    @Test
    void leadsBackToThePageThatWasAskedFor() throws Exception {
        Map<String, Object> claims =
                Map.of("preferred_username", "comes-back", "groups", List.of("card-viewers"));
        ConsoleCaller browser = new ConsoleCaller(address);

        assertThat(
                        ConsoleCaller.location(
                                comeBack(
                                        browser,
                                        "the user " + claims.get("preferred_username"),
                                        claims,
                                        "?next=/console/sandbox/breaks")))
                .isEqualTo("/console/sandbox/breaks");
        assertThat(
                        ConsoleCaller.location(
                                comeBack(
                                        new ConsoleCaller(address),
                                        "the user " + claims.get("preferred_username"),
                                        claims,
                                        "")))
                .isEqualTo("/console");
    }

    @Test
    void followsTheProviderWhenRolesAreOthers() throws Exception {
        ConsoleCaller before =
                logIn(Map.of("preferred_username", "moves", "groups", List.of("card-finance")));
        ConsoleCaller after =
                logIn(Map.of("preferred_username", "moves", "groups", List.of("card-viewers")));

        assertThat(operator("moves").roles().held()).containsExactly(OperatorRole.VIEWER);
        assertThat(before.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
        assertThat(after.get("/console/sandbox/audit").statusCode()).isEqualTo(200);
        assertThat(PRODUCT.trailOf(PROVIDER.issuerUrl(ISSUER).toString()))
                .contains("operator.set_roles");
    }

    @Test
    void letsNobodyInWithoutARoleOrAName() throws Exception {
        for (Map<String, Object> claims :
                List.<Map<String, Object>>of(
                        Map.of("preferred_username", "no-role", "groups", List.of("others")),
                        Map.of("preferred_username", "Not A Name", "groups", "card-finance"),
                        Map.of("groups", List.of("card-finance")))) {
            ConsoleCaller browser = logIn(claims);

            assertThat(browser.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
        }
        assertThat(PRODUCT.console().operators().find("no-role")).isEmpty();
    }

    @Test
    void keepsOutAtOnceWhoLosesAllRolesThere() throws Exception {
        ConsoleCaller before =
                logIn(Map.of("preferred_username", "leaves", "groups", List.of("card-viewers")));
        ConsoleCaller stranger =
                logIn(
                        "somebody else",
                        Map.of("preferred_username", "leaves", "groups", List.of("others")));
        assertThat(stranger.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
        assertThat(before.get("/console/sandbox/audit").statusCode()).isEqualTo(200);

        ConsoleCaller after =
                logIn(Map.of("preferred_username", "leaves", "groups", List.of("others")));

        assertThat(after.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
        assertThat(before.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
        assertThat(operator("leaves").disabled()).isTrue();
    }

    @Test
    void takesNobodyElseForAnOperatorWhoseNameTheyGot() throws Exception {
        Map<String, Object> claims =
                Map.of("preferred_username", "renamed", "groups", List.of("card-viewers"));
        var unused = logIn("the first", claims);

        assertThat(logIn("the second", claims).get("/console/sandbox/audit").statusCode())
                .isEqualTo(303);
        assertThat(
                        logIn(
                                        "the first",
                                        Map.of(
                                                "preferred_username",
                                                "other-name",
                                                "groups",
                                                List.of("card-viewers")))
                                .get("/console/sandbox/audit")
                                .statusCode())
                .isEqualTo(303);
        assertThat(logIn("the first", claims).get("/console/sandbox/audit").statusCode())
                .isEqualTo(200);
        PRODUCT.console().operators().resetSecondFactors("renamed");
        assertThat(logIn("the second", claims).get("/console/sandbox/audit").statusCode())
                .isEqualTo(200);
    }

    @Test
    void letsNobodyInWhoIsDisabledHere() throws Exception {
        var unused = logIn(Map.of("preferred_username", "out", "groups", List.of("card-viewers")));
        PRODUCT.console().operators().disable("out");

        ConsoleCaller again =
                logIn(Map.of("preferred_username", "out", "groups", List.of("card-viewers")));

        assertThat(again.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
    }
}
