package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.access.Operators;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logins to the console, passwords, and the sessions that begin with them. */
class ConsoleLoginIT {

    private static final TestProduct PRODUCT = TestProduct.running();

    private static final String PASSWORD = ConsoleCaller.PASSWORD;
    private static final String CHOSEN = "another horse battery";

    /** Somebody who has chosen their password. */
    private static ConsoleCaller somebody(String name, OperatorRole role) {
        return ConsoleCaller.somebody(PRODUCT, name, role);
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
                                        "update console_session set %s = %s - 1000 * extract(epoch from cast(? as interval)) where principal_name = ?"
                                                .formatted(column, column),
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
            assertThat(other.login("locked", "wrong horse battery")).isEqualTo(422);
        }

        HttpResponse<String> refused =
                other.post("/console/login", Map.of("name", "locked", "password", PASSWORD));
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.body()).contains("Too many logins failed. Try again in 1 minute.");
        assertThat(PRODUCT.console().attempts().unlock("locked")).isTrue();
        assertThat(other.login("locked", PASSWORD)).isEqualTo(303);
    }

    /** Behind one address with the operator, as behind a proxy. */
    @Test
    void lockNobodyOutOfTheBrowserTheyLoggedInWith() {
        ConsoleCaller own = somebody("attacked", OperatorRole.VIEWER);
        ConsoleCaller other = new ConsoleCaller(PRODUCT.address());
        for (int i = 0; i < 6; i++) {
            int status = other.login("attacked", "wrong horse battery");
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
        assertThat(own.login("attacked", CHOSEN)).isEqualTo(303);
        assertThat(other.login("attacked", CHOSEN)).isEqualTo(429);
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
        assertThat(other.login("No Body", PASSWORD)).isEqualTo(422);
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
        assertThat(new ConsoleCaller(PRODUCT.address()).login("left-open", PASSWORD))
                .as("its owner, who knows the password")
                .isEqualTo(303);
    }

    @Test
    void asksWhoWasInvitedForAPasswordOfTheirOwn() {
        Operators.OperatorPassword made =
                PRODUCT.console().operators().create("invited", OperatorRole.VIEWER);
        ConsoleCaller invited = new ConsoleCaller(PRODUCT.address());
        assertThat(invited.login("invited", made.password())).isEqualTo(303);

        assertThat(ConsoleCaller.location(invited.get("/console/sandbox/audit")))
                .startsWith("/console/password");
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
}
