package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forms that are refused, and those that ask before something is done. */
class ConsoleFormsIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final Pattern FORM_PAGE =
            Pattern.compile("name=\"form_page\" value=\"([^\"]*)\"");

    private static final Pattern DATE_OF_TITLE =
            Pattern.compile("<title>[^<]*(20[0-9]{2}-[0-9]{2}-[0-9]{2})[^<]*</title>");

    private static ConsoleCaller ada;
    private static ApiCaller key;

    @BeforeAll
    static void logIn() {
        ada =
                ConsoleCaller.somebody(
                        PRODUCT,
                        "forms-ada",
                        OperatorRole.OPERATOR,
                        OperatorRole.FINANCE,
                        OperatorRole.ADMINISTRATOR);
        key = PRODUCT.caller(Mode.SANDBOX);
    }

    /** Sends a form as the page has it, with what is entered into it. */
    private static HttpResponse<String> send(
            String page, String action, Map<String, String> entered) {
        Map<String, String> fields = new HashMap<>(entered);
        Matcher shown = FORM_PAGE.matcher(ada.page(page));
        String last = page;
        while (shown.find()) {
            String address = shown.group(1).replace("&amp;", "&");
            last = address.endsWith("/now") ? last : address;
        }
        fields.put("form_page", last);
        return ada.post(action, fields);
    }

    @Test
    void keepThePageTheFilterAndTheSelection() {
        String id = ada.newBreak(key);
        String page = "/console/sandbox/breaks?type=AMOUNT_OVER&owner=-";

        HttpResponse<String> refused =
                send(page, page, Map.of("id", id, "action", "resolve", "to", "forms-ada"));

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body())
                .contains("role=\"alert\">Say why they are resolved.</p>")
                .containsPattern("<title>Breaks · Sandbox · ")
                .containsPattern("name=\"id\" value=\"" + id + "\"[^>]* checked=\"checked\"")
                .containsPattern("<option value=\"AMOUNT_OVER\" selected=\"selected\"")
                .containsPattern("<option value=\"forms-ada\"[^>]*selected=\"selected\"")
                .contains("value=\"/console/sandbox/breaks?type=AMOUNT_OVER&amp;owner=-\"");
        assertThat(ada.page(page)).doesNotContain("checked=\"checked\"", "role=\"alert\"");
    }

    @Test
    void keepWhatWasTypedAndShowWhatFoldsItAway() {
        String page = "/console/sandbox/breaks/" + ada.newBreak(key);
        String typed = "x".repeat(1_000) + "\"<b>&";

        HttpResponse<String> refused = send(page, page + "/explain", Map.of("reason", typed));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .contains("at most 1,000 characters")
                .contains("x&quot;&lt;b&gt;&amp;</textarea>")
                .doesNotContain("<b>&")
                .containsPattern(
                        "<details class=\"act\" open=\"open\">\\s*<summary>Explain what was found out");
        assertThat(refused.body().split("x&quot;&lt;b&gt;", -1)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "keys, keys, name, for the forms, Choose live or sandbox.",
        "operators, operators, name, forms-new, Choose one role at least.",
        "nights, nights, date, soon, Choose a business date.",
        "quarantine, quarantine, reason, of a test, Choose 1 to 200 messages first."
    })
    void keepWhatWasEnteredOnAnyPage(
            String page, String action, String field, String entered, String sentence) {
        String books = "/console/sandbox/";

        HttpResponse<String> refused = send(books + page, books + action, Map.of(field, entered));

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains(">" + sentence + "</p>");
        if (!page.equals("quarantine")) {
            assertThat(refused.body()).contains("value=\"" + entered + "\"");
        }
    }

    @Test
    void keepNoPassword() {
        assertThat(
                        ada.post(
                                        "/console/password",
                                        Map.of(
                                                "before", "secret one",
                                                "after", "secret two",
                                                "again", "secret three"))
                                .body())
                .contains("two new passwords do not match")
                .doesNotContain("secret");
    }

    @Test
    void askBeforeSeveralBreaksAreClosedAndSayHowManyAndHowMuch() {
        String id = ada.newBreak(key);
        String page = "/console/sandbox/breaks";
        Map<String, String> form =
                Map.of("id", id, "action", "resolve", "reason", "the shop answered");

        HttpResponse<String> asked = send(page, page, form);

        assertThat(asked.statusCode()).isEqualTo(200);
        assertThat(asked.body())
                .contains("<h1>Resolve 1 break?</h1>", "“the shop answered”", "Amount over")
                .contains("49.90")
                .contains("name=\"id\" value=\"" + id + "\"");
        assertThat(ada.page(page + "/" + id)).contains("is-open");
        Map<String, String> sure = new HashMap<>(form);
        sure.put("sure", "yes");
        assertThat(send(page, page, sure).statusCode()).isEqualTo(303);
        assertThat(ada.page(page + "/" + id)).contains("is-resolved", "the shop answered");
        assertThat(send(page, page, form).body())
                .contains("<h1>Resolve 0 breaks?</h1>", "1 is closed already");
    }

    @Test
    void askBeforeAMonthIsClosedAndChangeNothingWhereTheAnswerIsNo() {
        String page = "/console/sandbox/months/2019-05";

        HttpResponse<String> asked = send(page, page + "/soft-close", Map.of());
        HttpResponse<String> no = send(page, page + "/soft-close", Map.of("sure", "no"));

        assertThat(asked.statusCode()).isEqualTo(200);
        assertThat(asked.body())
                .contains("Close May 2019 of the sandbox books softly?", "Close it softly");
        assertThat(no.body()).contains("Nothing was done.", "<h1>May 2019</h1>");
    }

    @Test
    void askForTheDateOfTheFirstLiveNight() {
        String page = "/console/live/nights";
        assertThat(ada.page(page)).contains("No night was run yet.");
        Matcher title = DATE_OF_TITLE.matcher(ada.page(page));
        assertThat(title.find()).isTrue();
        String date = LocalDate.parse(title.group(1)).minusDays(1).toString();

        String tomorrow = LocalDate.parse(date).plusDays(2).toString();
        HttpResponse<String> asked = send(page, page, Map.of("date", date));
        HttpResponse<String> pressed =
                send(page, page, Map.of("date", date, "sure", "yes", "typed", ""));
        HttpResponse<String> mistyped =
                send(page, page, Map.of("date", date, "sure", "yes", "typed", "2020-01-01"));

        assertThat(asked.body())
                .contains("Begin the live book with this night?", "Type <code>" + date);
        assertThat(pressed.statusCode()).isEqualTo(409);
        assertThat(mistyped.body()).contains("nothing was done");
        assertThat(ada.page(page)).contains("No night was run yet.");
        assertThat(send(page, page, Map.of("date", tomorrow)).body())
                .contains("is in the future")
                .contains("value=\"" + tomorrow + "\"");
    }
}
