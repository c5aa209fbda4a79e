package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.audit.ActorKind;
import dev.countersign.reconcile.domain.audit.AuditEntry;
import dev.countersign.reconcile.domain.audit.AuditFilter;
import dev.countersign.reconcile.domain.list.ListPosition;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.access.Operators;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Access to the console, and the rights of each role there. */
class ConsoleAccessIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final String PASSWORD = "correct horse battery";
    private static final String CHOSEN = "another horse battery";

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "last_access_time | 16 minutes | rested | You were signed out after 15 minutes"
                        + " without use.",
                "creation_time    | 13 hours   | lasted | You were signed out: a session lasts 12"
                        + " hours at most."
            })
    void saysWhyASessionIsOver(String column, String ago, String ended, String sentence) {
        ConsoleCaller browser = somebody("over-" + ended, OperatorRole.VIEWER);
        PRODUCT.book()
                .database()
                .doAtomically(
                        handle ->
                                handle.execute(
                                        "update console_session set "
                                                + column
                                                + " = "
                                                + column
                                                + " - 1000 * extract(epoch from cast(? as"
                                                + " interval)) where principal_name = ?",
                                        ago,
                                        "over-" + ended));

        String login = ConsoleCaller.location(browser.get("/console/sandbox/audit"));

        assertThat(login)
                .isEqualTo("/console/login?ended=" + ended + "&next=%2Fconsole%2Fsandbox%2Faudit");
        assertThat(browser.page(login)).contains(sentence);
        assertThat(browser.page("/console/login?ended=never")).doesNotContain("signed out");
    }

    @Test
    void saysWhatAPasswordNeedsBeforeOneIsChosen() {
        assertThat(somebody("chooses", OperatorRole.VIEWER).page("/console/password"))
                .contains(
                        "12 to 72 characters",
                        "not containing your name",
                        "aria-describedby=\"rule\"",
                        "minlength=\"12\"",
                        "maxlength=\"72\"");
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
    void givesASessionThatScriptsAndOtherSitesCannotReach() {
        ConsoleCaller viewer = somebody("session", OperatorRole.VIEWER);
        HttpResponse<String> again =
                viewer.post("/console/login", Map.of("name", "session", "password", PASSWORD));

        assertThat(again.headers().allValues("Set-Cookie"))
                .hasSize(2)
                .allSatisfy(
                        cookie ->
                                assertThat(cookie)
                                        .contains("HttpOnly", "SameSite=Lax", "Path=/console"));
        HttpResponse<String> page = viewer.get("/console/sandbox/audit");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(page.body()).doesNotContain("<script>", "style=", "onclick");
    }

    @Test
    void beginsANewSessionAtEachLoginAndEndsTheOldOne() {
        ConsoleCaller browser = somebody("rotates", OperatorRole.VIEWER);
        ConsoleCaller stolen = browser.withoutToken();

        browser.loggedIn("rotates", PASSWORD);

        assertThat(browser.cookie()).isNotEqualTo(stolen.cookie());
        assertThat(stolen.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
        browser.post("/console/logout", Map.of());
        assertThat(browser.get("/console/sandbox/audit").statusCode()).isEqualTo(303);
    }

    @Test
    void asksAfterFiveWrongPasswordsInARowToWait() {
        var unused = somebody("locked", OperatorRole.VIEWER);
        ConsoleCaller other = new ConsoleCaller(PRODUCT.address());
        for (int i = 0; i < 5; i++) {
            assertThat(login(other, "locked", "wrong horse battery")).isEqualTo(422);
        }

        HttpResponse<String> refused =
                other.post("/console/login", Map.of("name", "locked", "password", PASSWORD));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.body()).contains("Too many logins failed. Try again in 1 minute.");
        assertThat(PRODUCT.console().attempts().unlock("locked")).isTrue();
        assertThat(login(other, "locked", PASSWORD)).isEqualTo(303);
    }

    /** Behind one address with the operator, as behind a proxy. */
    @Test
    void lockNobodyOutOfTheBrowserTheyLoggedInWith() {
        ConsoleCaller own = somebody("attacked", OperatorRole.VIEWER);
        ConsoleCaller other = new ConsoleCaller(PRODUCT.address());
        for (int i = 0; i < 6; i++) {
            int status = login(other, "attacked", "wrong horse battery");
            assertThat(status).isEqualTo(i < 5 ? 422 : 429);
        }

        assertThat(
                        own.post(
                                        "/console/password",
                                        Map.of(
                                                "before", PASSWORD, "after", CHOSEN, "again",
                                                CHOSEN))
                                .statusCode())
                .isEqualTo(303);
        assertThat(login(own, "attacked", CHOSEN)).isEqualTo(303);
        assertThat(login(other, "attacked", CHOSEN)).isEqualTo(429);
        assertThat(PRODUCT.console().attempts().unlock("attacked")).isTrue();
    }

    @Test
    void tellsAnUnknownNameWhatItTellsAWrongPasswordAndALockedName() {
        var unused = somebody("guessed", OperatorRole.VIEWER);
        ConsoleCaller other = new ConsoleCaller(PRODUCT.address());
        List<String> locked = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            locked.add(refusal(other, "guessed"));
            unknown.add(refusal(other, "stranger").replace("stranger", "guessed"));
        }

        assertThat(locked).isEqualTo(unknown);
        assertThat(login(other, "No Body", PASSWORD)).isEqualTo(422);
    }

    private static String refusal(ConsoleCaller caller, String name) {
        var answer =
                caller.post(
                        "/console/login", Map.of("name", name, "password", "wrong horse battery"));
        return answer.statusCode() + answer.body();
    }

    @Test
    void locksOutWhoGuessesAtTheOldPasswordInAnOpenSession() {
        ConsoleCaller left = somebody("left-open", OperatorRole.VIEWER);
        for (int i = 0; i < 5; i++) {
            assertThat(left.get("/console/password").statusCode()).isEqualTo(200);
            left.post(
                    "/console/password",
                    Map.of("before", "guess " + i, "after", CHOSEN, "again", CHOSEN));
        }

        left.post("/console/password", Map.of("before", "guess", "after", CHOSEN, "again", CHOSEN));
        assertThat(left.get("/console/password").statusCode()).isEqualTo(303);
        assertThat(login(new ConsoleCaller(PRODUCT.address()), "left-open", PASSWORD))
                .as("its owner, who knows the password")
                .isEqualTo(303);
    }

    private static int login(ConsoleCaller caller, String name, String password) {
        return caller.post("/console/login", Map.of("name", name, "password", password))
                .statusCode();
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
        administrator.loggedIn("no-money", PASSWORD);
        var allowed = administrator.post("/console/sandbox/months/2026-01/soft-close", Map.of());

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(given.statusCode()).isEqualTo(303);
        assertThat(allowed.statusCode()).isNotEqualTo(403);
        assertThat(administrator.page("/console/sandbox/audit")).contains("Finance, administrator");
    }

    @Test
    void asksWhoWasInvitedForAPasswordOfTheirOwn() {
        Operators.Made made = PRODUCT.console().operators().create("invited", OperatorRole.VIEWER);
        ConsoleCaller invited = new ConsoleCaller(PRODUCT.address());
        assertThat(login(invited, "invited", made.password())).isEqualTo(303);

        assertThat(ConsoleCaller.location(invited.get("/console/sandbox/audit")))
                .startsWith("/console/password");
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
        assertThat(login(viewer, "leaver", PASSWORD)).isEqualTo(422);
    }

    @Test
    void endsTheEventsOfWhoIsKeptOutAtOnce() throws Exception {
        ConsoleCaller watcher = somebody("watcher", OperatorRole.VIEWER);
        HttpResponse<InputStream> events =
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(
                                                URI.create(
                                                        PRODUCT.address()
                                                                + "/console/sandbox/now/stream"))
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

    /** A page that loads again by itself, on a screen that nobody looks at. */
    @Test
    void countsOnlyWhatAPersonAsksForAsUseAndWritesItOnceAMinute() {
        ConsoleCaller viewer = somebody("rests", OperatorRole.VIEWER);
        String written = sessionOf("rests");
        viewer.page("/console/sandbox/now");
        viewer.page("/console/sandbox/search");
        assertThat(sessionOf("rests")).isEqualTo(written);
        PRODUCT.book()
                .database()
                .doAtomically(
                        handle ->
                                handle.execute(
                                        "update console_session set last_access_time ="
                                                + " last_access_time - 120000"
                                                + " where principal_name = 'rests'"));
        String older = sessionOf("rests");

        viewer.get("/console/sandbox/now/latest", "HX-Request", "true");
        assertThat(sessionOf("rests")).isEqualTo(older);
        viewer.page("/console/sandbox/now");
        assertThat(sessionOf("rests")).isNotEqualTo(older);
    }

    private static String sessionOf(String name) {
        return PRODUCT.book()
                .database()
                .read(
                        handle ->
                                handle.createQuery(
                                                "select xmin || ' ' || session.*::text"
                                                        + " from console_session session"
                                                        + " where principal_name = ?")
                                        .bind(0, name)
                                        .mapTo(String.class)
                                        .one());
    }

    @Test
    void keepsNoIdOfASessionThatACookieCouldBeMadeOf() {
        ConsoleCaller viewer = somebody("hashed", OperatorRole.VIEWER);
        String id = viewer.cookie().substring(viewer.cookie().indexOf('=') + 1);

        assertThat(sessionOf("hashed")).doesNotContain(id);
    }

    @Test
    void takesNoPasswordThatAGuesserTriesEarly() {
        ConsoleCaller viewer = somebody("guessable", OperatorRole.VIEWER);

        HttpResponse<String> reply =
                viewer.post(
                        "/console/password",
                        Map.of(
                                "before",
                                PASSWORD,
                                "after",
                                "Password1234!",
                                "again",
                                "Password1234!"));

        assertThat(reply.statusCode()).isEqualTo(422);
        assertThat(reply.body()).contains("one of the first that a guesser tries");
    }

    @Test
    void putsLoginsAndFailuresOnTheTrail() {
        ConsoleCaller seen = somebody("seen", OperatorRole.VIEWER);
        login(new ConsoleCaller(PRODUCT.address()), "seen", "wrong horse battery");
        seen.post("/console/logout", Map.of());

        assertThat(PRODUCT.trailOf("seen")).contains("login.succeeded", "logout");
        assertThat(PRODUCT.verifyTrail().problems()).isEmpty();
    }

    /** Counted by the minute; the entry is written when the minute is over. */
    @Test
    void putsOnTheTrailWhatSomebodyAsksForWithoutTheRoleAndMasksCardNumbersInIt() {
        ConsoleCaller curious = somebody("curious", OperatorRole.VIEWER);
        for (String path : List.of("operators", "operators", "operators/4111111111111111/enable")) {
            assertThat(curious.post("/console/sandbox/" + path, Map.of()).statusCode())
                    .isEqualTo(403);
        }
        assertThat(curious.get("/console/sandbox/search").statusCode()).isEqualTo(200);
        PRODUCT.book()
                .database()
                .doAtomically(
                        handle ->
                                handle.execute(
                                        "update audit_repeat set minute = minute - interval '1 hour'"
                                                + " where actor = 'curious'"));
        PRODUCT.sealTrail();

        assertThat(
                        PRODUCT.console()
                                .trail()
                                .list(new AuditFilter("curious", null), ListPosition.start(), 50))
                .extracting(AuditEntry::action)
                .filteredOn(action -> action.name().equals("access.refused"))
                .singleElement()
                .satisfies(
                        action -> {
                            assertThat(action.actorKind()).isEqualTo(ActorKind.OPERATOR);
                            assertThat(action.remark())
                                    .startsWith("3 times within a minute, from ")
                                    .contains("/console/sandbox/operators, ")
                                    .doesNotContain("4111111111111111");
                        });
        assertThat(PRODUCT.verifyTrail().problems()).isEmpty();
    }

    @Test
    void writesDownWhatPeopleAndKeysChangeAndNothingElse() {
        ConsoleCaller administrator = somebody("audited", OperatorRole.ADMINISTRATOR);
        administrator.post("/console/sandbox/operators", Map.of("name", "made", "role", "viewer"));
        administrator.post("/console/sandbox/operators", Map.of("name", "made", "role", "viewer"));
        ApiCaller key = PRODUCT.caller(Mode.SANDBOX);
        String card = key.card("virtual");
        var frozen = key.post("/cards/" + card + "/freeze", "");
        var refused = key.post("/cards/" + card + "/freeze", "");
        assertThat(frozen.status()).isEqualTo(200);
        assertThat(refused.status()).isEqualTo(409);

        assertThat(administrator.get("/console/sandbox/audit?subject=made").body())
                .containsOnlyOnce("title=\"operator.create\"");
        assertThat(entries(card))
                .extracting(each -> each.action().name())
                .containsExactly("POST /sandbox/v1/cards/…/freeze", "POST /sandbox/v1/cards");
        assertThat(administrator.get("/console/sandbox/audit.csv?subject=" + card).body())
                .startsWith("number,at,actor_kind,actor,action,subject,remark,key,seal\r\n")
                .contains(",key,key_");
        assertThat(PRODUCT.verifyTrail().problems()).isEmpty();
    }

    private static List<AuditEntry> entries(String subject) {
        PRODUCT.sealTrail();
        return PRODUCT.console()
                .trail()
                .list(new AuditFilter(null, subject), ListPosition.start(), 10);
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
