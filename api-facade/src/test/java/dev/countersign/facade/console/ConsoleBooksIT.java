package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The books that a visitor is in stay the same, wherever a link or a form leads. */
class ConsoleBooksIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final int OF_A_KIND = 3;
    private static final Pattern ADDRESS =
            Pattern.compile(" (?:href|action|hx-get|data-stream|src)=\"(/[^\"]*)\"");
    private static final Pattern POSTED = Pattern.compile("<form [^>]*method=\"post\"[^>]*>");
    private static final Pattern FORM_PAGE =
            Pattern.compile("name=\"form_page\" value=\"([^\"]*)\"");
    private static final Pattern CHANGE_OF_BOOKS =
            Pattern.compile("<nav class=\"books\".*?</nav>", Pattern.DOTALL);
    private static final Pattern TITLE = Pattern.compile("<title>([^<]*)</title>");

    private static ConsoleCaller ada;
    private static ApiCaller sandbox;
    private static String sandboxCard;
    private static String liveCard;

    @BeforeAll
    static void makeADay() {
        ada =
                ConsoleCaller.somebody(
                        PRODUCT,
                        "books-ada",
                        OperatorRole.OPERATOR,
                        OperatorRole.FINANCE,
                        OperatorRole.ADMINISTRATOR);
        sandbox = PRODUCT.caller(Mode.SANDBOX);
        ada.newBreak(sandbox);
        sandboxCard = sandbox.card("virtual");
        liveCard = PRODUCT.caller(Mode.LIVE).card("virtual");
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void stayTheSameOnEveryLinkOfEveryPage(Mode mode) {
        String books = "/console/" + mode.wire();
        Deque<String> due =
                new ArrayDeque<>(
                        List.of(
                                books + "/now",
                                books + "/account",
                                books + "/nowhere",
                                books + "/nights/999999999",
                                books
                                        + "/search?q="
                                        + (mode == Mode.LIVE ? liveCard : sandboxCard)));
        Set<String> known = new HashSet<>(due);
        Map<String, Integer> kinds = new HashMap<>();
        Set<String> elsewhere = new TreeSet<>();
        while (!due.isEmpty()) {
            String path = due.remove();
            HttpResponse<String> reply = ada.get(path);
            String landed = reply.headers().firstValue("Location").orElse(null);
            Set<String> links =
                    landed == null
                            ? links(POSTED.matcher(reply.body()).replaceAll(""))
                            : Set.of(landed);
            links.stream()
                    .filter(link -> !isOf(mode, link))
                    .forEach(link -> elsewhere.add(path + " leads to " + link));
            if (landed == null) {
                links(String.join("", posted(reply.body()))).stream()
                        .filter(link -> !isOf(mode, link))
                        .forEach(link -> elsewhere.add(path + " posts to " + link));
                assertThat(title(reply)).as(path).contains(mode == Mode.LIVE ? "Live" : "Sandbox");
                assertThat(reply.body())
                        .as(path)
                        .containsPattern("<body class=\"[a-z ]*" + mode.wire());
            }
            links.stream()
                    .filter(link -> link.startsWith(books + "/"))
                    .filter(link -> !isFileOrPart(link))
                    .filter(known::add)
                    .filter(link -> kinds.merge(kind(link), 1, Integer::sum) <= OF_A_KIND)
                    .forEach(due::add);
        }

        assertThat(elsewhere).isEmpty();
        assertThat(kinds.keySet())
                .contains(
                        books + "/audit",
                        books + "/card-keys",
                        books + "/operators",
                        books + "/months",
                        books + "/quarantine",
                        books + "/cards/?");
    }

    /** True for what is within the books, and for the few addresses that are around them. */
    private static boolean isOf(Mode mode, String link) {
        String books = "/console/" + mode.wire() + "/";
        return link.startsWith(books)
                || link.startsWith("/console/assets/")
                || link.startsWith("/webjars/")
                || link.equals("/console/logout")
                || link.equals("/console/password?next=" + books + "account");
    }

    private static List<String> posted(String page) {
        return POSTED.matcher(page).results().map(MatchResult::group).toList();
    }

    private static boolean isFileOrPart(String link) {
        return link.contains(".csv")
                || link.contains("/reports/")
                || link.endsWith("/progress")
                || link.endsWith("/now/stream")
                || link.endsWith("/now/latest");
    }

    /** Pages of one kind differ by what they show, and not by where they lead. */
    private static String kind(String link) {
        return link.replaceAll("\\?.*", "")
                .replaceAll("[a-z]+_[0-9A-Z]{26}", "?")
                .replaceAll("[0-9][0-9-]*(?=/|$)", "?");
    }

    private static Set<String> links(String page) {
        String own = CHANGE_OF_BOOKS.matcher(page).replaceAll("");
        Set<String> links =
                ADDRESS.matcher(own)
                        .results()
                        .map(found -> found.group(1).replace("&amp;", "&"))
                        .collect(Collectors.toSet());
        FORM_PAGE
                .matcher(own)
                .results()
                .map(found -> found.group(1).replace("&amp;", "&"))
                .forEach(links::add);
        return links;
    }

    private static String title(HttpResponse<String> reply) {
        return TITLE.matcher(reply.body())
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElse("no title: " + reply.statusCode() + " " + reply.body());
    }

    @Test
    void areNotChangedByTheWay() {
        HttpResponse<String> found = ada.get("/console/sandbox/search?q=" + liveCard);
        String path = ConsoleCaller.location(found);
        assertThat(path).isEqualTo("/console/sandbox/cards/" + liveCard);

        HttpResponse<String> page = ada.get(path);

        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.body())
                .contains("That is in the live book.", "/console/live/cards/" + liveCard)
                .doesNotContain("Limits");
        assertThat(ada.page("/console/live/cards/" + liveCard)).contains("Limits");
    }

    @Test
    void areThoseOfEveryFileOfOneThing() {
        String bought = sandbox.buy(sandbox.card("virtual"), 4200);
        sandbox.clear(bought, 4200);
        sandbox.night();
        String dispute =
                sandbox.create(
                        "/disputes",
                        "{\"transaction_id\":\"" + bought + "\",\"reason\":\"other\"}");
        String transaction = "transactions/" + bought;
        String record =
                found("records/clr_[0-9A-Z]{26}", ada.page("/console/sandbox/" + transaction));
        String night = found("nights/[0-9]+", ada.page("/console/sandbox/nights"));

        for (String file :
                List.of(
                        "cards/" + sandboxCard + "/transactions.csv",
                        transaction + "/journals.csv",
                        record + "/journals.csv",
                        "disputes/" + dispute + "/journals.csv",
                        night + "/steps.csv",
                        night + "/skipped.csv")) {
            assertThat(ada.page("/console/sandbox/" + file)).as(file).contains("\r\n");
            HttpResponse<String> reply = ada.get("/console/live/" + file);
            assertThat(reply.statusCode()).as(file).isEqualTo(404);
            assertThat(reply.body()).as(file).contains("That is in the sandbox book.");
        }
        String other = "/cards/" + liveCard + "/transactions.csv";
        assertThat(ada.page("/console/live" + other)).contains("\r\n");
        assertThat(ada.get("/console/sandbox" + other).statusCode()).isEqualTo(404);
    }

    private static String found(String pattern, String page) {
        return Pattern.compile(pattern)
                .matcher(page)
                .results()
                .map(MatchResult::group)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void areThoseOfWhatAFormChanges() {
        String there = ada.newBreak(sandbox);
        HttpResponse<String> reply =
                ada.post("/console/live/breaks/" + there + "/explain", Map.of("reason", "seen"));

        assertThat(reply.statusCode()).isEqualTo(404);
        assertThat(reply.body()).contains("That is in the sandbox book.");
        assertThat(ada.page("/console/sandbox/breaks/" + there)).contains("No operator has worked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"live", "sandbox"})
    void areTheSameAfterTheNextLogin(String mode) {
        ConsoleCaller leaver =
                ConsoleCaller.somebody(PRODUCT, "books-leaver-" + mode, OperatorRole.VIEWER);
        String page = "/console/" + mode + "/breaks?state=closed";

        HttpResponse<String> login =
                new ConsoleCaller(PRODUCT.address())
                        .post("/console/" + mode + "/breaks", Map.of("form_page", page));
        HttpResponse<String> part =
                new ConsoleCaller(PRODUCT.address())
                        .get(
                                "/console/" + mode + "/now/latest",
                                "HX-Current-URL",
                                PRODUCT.address() + "/console/" + mode + "/now");
        HttpResponse<String> out =
                leaver.post("/console/logout", Map.of("form_page", "/console/" + mode + "/now"));

        assertThat(ConsoleCaller.location(login))
                .endsWith("next=%2Fconsole%2F" + mode + "%2Fbreaks%3Fstate%3Dclosed");
        assertThat(ConsoleCaller.location(part)).endsWith("next=%2Fconsole%2F" + mode + "%2Fnow");
        assertThat(ConsoleCaller.location(out)).endsWith("next=%2Fconsole%2F" + mode + "%2Fnow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"breaks.csv", "keys.csv", "nights.csv", "search.csv", "balance.csv"})
    void areInTheNameOfEveryFileWithTheBusinessDate(String file) {
        HttpResponse<String> reply = ada.get("/console/sandbox/" + file);

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Disposition").orElseThrow())
                .matches(
                        "attachment; filename=\"[a-z-]+-sandbox-20[0-9]{2}-[0-9]{2}-[0-9]{2}\\.csv\"");
    }

    @ParameterizedTest
    @CsvSource({
        "/console/live/now, Now · Live · ",
        "/console/sandbox/keys, API keys · Sandbox · ",
        "/console/live/balance?as_of=2026-03-04, Trial balance · Live · 2026-03-04 · Countersign",
        "/console/live/months/2026-03, Month · Live · 2026-03 · Countersign"
    })
    void areInTheTitleWithTheBusinessDate(String path, String title) {
        assertThat(title(ada.get(path)))
                .startsWith(title)
                .containsPattern("· 20[0-9]{2}-[0-9]{2}(-[0-9]{2})? · Countersign$");
    }
}
