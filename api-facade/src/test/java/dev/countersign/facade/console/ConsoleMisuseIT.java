package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console against those who ask for what its pages do not offer. */
class ConsoleMisuseIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final Pattern VARIABLE = Pattern.compile("\\{[a-z]+}");
    private static final Set<String> OF_EVERYBODY =
            Set.of(
                    "/console/login",
                    "/console/logout",
                    "/console/password",
                    "/console/second-factor");

    private static final ApiCaller KEY = PRODUCT.caller(Mode.SANDBOX);
    private static final ConsoleCaller VIEWER =
            ConsoleCaller.somebody(PRODUCT, "misuse-viewer", OperatorRole.VIEWER);
    private static final ConsoleCaller ADA =
            ConsoleCaller.somebody(PRODUCT, "misuse-ada", OperatorRole.FINANCE);
    private static final ConsoleCaller GRACE =
            ConsoleCaller.somebody(PRODUCT, "misuse-grace", OperatorRole.FINANCE);

    /** Every form that the console takes, of things that are not there. */
    static Stream<String> forms() {
        return PRODUCT.routes().stream()
                .filter(route -> route.startsWith("POST /console"))
                .map(route -> route.substring("POST ".length()))
                .filter(path -> !OF_EVERYBODY.contains(path))
                .filter(path -> !path.startsWith("/console/{mode}/account/"))
                .map(
                        path ->
                                VARIABLE.matcher(
                                                path.replace("{mode}", "sandbox")
                                                        .replace("{month}", "2020-01")
                                                        .replace("{action}", "reopen"))
                                        .replaceAll("1"))
                .sorted();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void letsNoViewerSendAnyForm(String path) {
        HttpResponse<String> reply =
                VIEWER.post(
                        path,
                        Map.of("id", "1", "reason", "x", "action", "resolve", "role", "viewer"));

        assertThat(reply.statusCode()).as(path).isIn(403, 404);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void takesNoFormOfAnotherSession(String path) {
        assertThat(ADA.withoutToken().post(path, Map.of("reason", "x")).statusCode())
                .as(path)
                .isEqualTo(403);
    }

    /** Tokens of the length of real ones too, whose bytes are no text. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 35, 36, 71, 72, 73, 144})
    void takesNoTokenThatNoPageCanHaveSent(int bytes) {
        byte[] noText = new byte[bytes];
        Arrays.fill(noText, bytes / 2, bytes, (byte) 0xff);
        String token = Base64.getUrlEncoder().encodeToString(noText);

        HttpResponse<String> reply =
                ADA.withoutToken().post("/console/sandbox/operators", Map.of("form_token", token));

        assertThat(reply.statusCode()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        "/console/sandbox/nights/soon, 400",
        "/console/sandbox/breaks?done=many, 400",
        "/console/sandbox/breaks?after=brk_0&type=NONE&severity=none, 200",
        "/console/sandbox/search/cards.csv, 400",
        "/console/sandbox/disputes?due=never&after=dsp_0, 200",
        "/console/sandbox/search?q=%00, 400",
        "/console/sandbox/audit?subject=%00, 400",
        "/console/sandbox/breaks?origin=0000-01-01, 200",
        "/console/sandbox/breaks?origin=%2B999999999-01-01, 200",
        "/console/sandbox/search?q=0077+0000-01-01, 200",
        "/console/sandbox/search?q=0077+2200-01-01, 200",
        "/console/sandbox/nights?month=-999999999-01, 200",
        "/console/sandbox/proof/-999999999-01-01, 404",
        "/console/sandbox/months/%2B999999999-12, 404",
        "/console/sandbox/balance?as_of=0000-12-31, 200",
        "/console/sandbox/proof/2026-11-01?as_of=yesterday, 404",
        "/console/sandbox/proof/2026-11-01/reports/bank/csv?as_of=9999-12-31T00:00:00Z, 404",
        "/console/sandbox/search?q=%F0%9F%92%B3%E2%80%AE, 200",
        "/console/sandbox/breaks/brk_00000000000000000000000000/assign, 405"
    })
    void tellsAVisitorWhatWasWrong(String path, int status) {
        HttpResponse<String> reply = VIEWER.get(path);

        assertThat(reply.statusCode()).as(path).isEqualTo(status);
        assertThat(reply.body()).doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/assets/audit.csv",
                "/console/assets/breaks.csv",
                "/console/assets/keys.csv",
                "/console/assets/operators",
                "/console/login/audit.csv",
                "/console/assets/../sandbox/audit.csv",
                "/console/assets/..;/sandbox/audit.csv",
                "/console/assets/%2e%2e/sandbox/audit.csv",
                "/console;a=/sandbox/audit.csv",
                "//console/sandbox/audit.csv",
                "/console/./sandbox/audit.csv"
            })
    void hasOneDoor(String path) {
        HttpResponse<String> reply = new ConsoleCaller(PRODUCT.address()).get(path);

        assertThat(reply.statusCode()).as(path).isNotEqualTo(200);
        assertThat(reply.body()).doesNotContain("actor");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/nowhere",
                "/console/sandbox/nowhere",
                "/console/sandbox/proof/2026-01-01/EUR/purchase/more"
            })
    void tellsWhoeverMistypesAnAddressOnAPage(String path) {
        HttpResponse<String> reply = VIEWER.get(path);

        assertThat(reply.statusCode()).isEqualTo(404);
        assertThat(reply.headers().firstValue("Content-Type").orElseThrow())
                .startsWith("text/html");
        assertThat(reply.body()).contains("Not here", "There is no such page in the console");
        assertThat(ADA.post(path, Map.of("reason", "x")).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nowhere", "/consoles", "/v2/cards"})
    void leavesOtherUnknownAddressesToPrograms(String path) {
        HttpResponse<String> reply = VIEWER.get(path);

        assertThat(reply.statusCode()).isEqualTo(404);
        assertThat(reply.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(reply.body()).contains("route_unknown");
    }

    @Test
    void hasAnIconWhereBrowsersLookForOne() {
        HttpResponse<String> reply = new ConsoleCaller(PRODUCT.address()).get("/favicon.ico");

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Type")).hasValue("image/svg+xml");
        assertThat(reply.body()).startsWith("<svg");
        assertThat(VIEWER.page("/console/sandbox/now"))
                .contains("rel=\"icon\" type=\"image/svg+xml\"");
    }

    @Test
    void keepsNothingThatNoPageCouldShow() {
        String path = "/console/sandbox/breaks/" + VIEWER.newBreak(KEY) + "/explain";

        HttpResponse<String> tooLong = ADA.post(path, Map.of("reason", "x".repeat(1_001)));
        assertThat(tooLong.statusCode()).isEqualTo(400);
        assertThat(tooLong.body()).contains("at most 1,000 characters");
        assertThat(ADA.post(path, Map.of("reason", "a\0b")).statusCode()).isEqualTo(400);
        assertThat(
                        ADA.post(path.replace("explain", "assign"), Map.of("to", "x".repeat(256)))
                                .statusCode())
                .isEqualTo(400);
        String told = "💳".repeat(1_000);
        assertThat(ADA.post(path, Map.of("reason", told)).statusCode()).isEqualTo(303);
        assertThat(VIEWER.page(path.replace("/explain", ""))).contains(told);
    }

    @Test
    void givesNoBreakToSomebodyWhoIsNotThere() {
        String id = VIEWER.newBreak(KEY);
        String path = "/console/sandbox/breaks/" + id;

        for (String name : List.of("nobody", "misuse-viewer", "=cmd()")) {
            HttpResponse<String> reply = ADA.post(path + "/assign", Map.of("to", name));
            assertThat(reply.statusCode()).as(name).isEqualTo(409);
            assertThat(reply.body()).contains("works on breaks");
            assertThat(
                            ADA.post(
                                            "/console/sandbox/breaks",
                                            Map.of("id", id, "action", "assign", "to", name))
                                    .statusCode())
                    .isEqualTo(409);
        }
        assertThat(ADA.post(path + "/assign", Map.of("to", "misuse-grace")).statusCode())
                .isEqualTo(303);
    }

    /** A tab that was open before somebody else was done with it. */
    @Test
    void asksForNothingThatIsClosed() {
        String path = "/console/sandbox/breaks/" + VIEWER.newBreak(KEY);
        assertThat(GRACE.post(path + "/resolve", Map.of("reason", "seen")).statusCode())
                .isEqualTo(303);

        for (String step : List.of("assign", "explain", "resolve", "write-off")) {
            assertThat(ADA.post(path + "/" + step, Map.of("reason", "again")).statusCode())
                    .as(step)
                    .isEqualTo(409);
        }
        assertThat(ADA.post(path + "/write-off/approve", Map.of()).statusCode()).isEqualTo(409);
    }

    @Test
    void showsWhatWasTypedAndRunsNothingOfIt() {
        String path = "/console/sandbox/breaks/" + VIEWER.newBreak(KEY);
        String typed = "<script>alert(1)</script>\"'${7*7}";

        assertThat(ADA.post(path + "/explain", Map.of("reason", typed)).statusCode())
                .isEqualTo(303);

        assertThat(VIEWER.page(path)).contains("&lt;script&gt;").doesNotContain("<script>alert");
        assertThat(VIEWER.page("/console/sandbox/search?q=%3Cscript%3Ealert(1)"))
                .doesNotContain("<script>alert");
    }

    /** An approval counts only for the text that its giver read. */
    @Test
    void agreesToNothingThatWasAskedForAnewMeanwhile() {
        String path = "/console/sandbox/breaks/" + VIEWER.newBreak(KEY);
        ADA.post(path + "/write-off", Map.of("reason", "small"));
        Map<String, String> shown = GRACE.shown(path);
        ADA.post(path + "/write-off", Map.of("reason", "another reason"));
        assertThat(GRACE.post(path + "/write-off", Map.of("reason", "mine")).body())
                .contains("Another operator asks for it already");

        HttpResponse<String> late = GRACE.post(path + "/write-off/approve", shown);
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("not what you read any longer");
        assertThat(GRACE.post(path + "/write-off/approve", Map.of()).statusCode()).isEqualTo(409);
        assertThat(GRACE.agreeToWriteOff(path).statusCode()).isEqualTo(303);
    }

    /** Two tabs, or two fingers: one of them does it. */
    @Test
    void writesABreakOffOnceHoweverOftenItIsPressed() {
        String path = "/console/sandbox/breaks/" + VIEWER.newBreak(KEY);
        assertThat(ADA.post(path + "/write-off", Map.of("reason", "small")).statusCode())
                .isEqualTo(303);

        Map<String, String> shown = GRACE.shown(path);
        List<CompletableFuture<Integer>> pressed =
                IntStream.range(0, 4)
                        .mapToObj(
                                each ->
                                        CompletableFuture.supplyAsync(
                                                () ->
                                                        GRACE.post(
                                                                        path + "/write-off/approve",
                                                                        shown)
                                                                .statusCode()))
                        .toList();

        assertThat(pressed.stream().map(CompletableFuture::join).toList())
                .containsOnlyOnce(303)
                .containsOnly(303, 409);
        assertThat(VIEWER.page(path).split("Agreed, and it was", -1)).hasSizeLessThanOrEqualTo(2);
    }
}
