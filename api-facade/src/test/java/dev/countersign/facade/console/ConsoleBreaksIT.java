package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.testkit.Patience;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The work of operators on breaks, alone and in twos. */
class ConsoleBreaksIT {

    private static final TestProduct PRODUCT = TestProduct.running();

    private static ConsoleCaller viewer;
    private static ConsoleCaller ada;
    private static ConsoleCaller grace;
    private static ApiCaller key;
    private static String card;
    private static String approved;

    @BeforeAll
    static void makeADay() {
        viewer = somebody("breaks-viewer", OperatorRole.VIEWER);
        ada = somebody("breaks-ada", OperatorRole.FINANCE);
        var unused = somebody("breaks-administrator", OperatorRole.ADMINISTRATOR);
        grace = somebody("breaks-grace", OperatorRole.FINANCE);
        key = PRODUCT.caller(Mode.SANDBOX);
        card = key.card("virtual");
        key.put("/cards/" + card + "/spending-controls", "{\"daily_limit\":10000}");
        approved = key.buy(card, 6_000);
        key.clear(approved, 9500);
        key.night();
    }

    private static ConsoleCaller somebody(String name, OperatorRole role) {
        return ConsoleCaller.somebody(PRODUCT, name, role);
    }

    private static String page(String path) {
        return viewer.page(path);
    }

    @Test
    void letsViewersChangeNothing() {
        String id = viewer.newBreak(key);

        for (String path :
                new String[] {
                    "/console/sandbox/nights",
                    "/console/sandbox/nights/1/prove",
                    "/console/sandbox/breaks",
                    "/console/sandbox/breaks/" + id + "/assign",
                    "/console/sandbox/breaks/" + id + "/resolve",
                    "/console/sandbox/breaks/" + id + "/write-off/approve"
                }) {
            assertThat(viewer.post(path, Map.of("reason", "x", "id", id)).statusCode())
                    .as(path)
                    .isEqualTo(403);
        }
    }

    @Test
    void needsTwoPersonsToWriteABreakOff() {
        String id = viewer.newBreak(key);
        String path = "/console/sandbox/breaks/" + id;

        assertThat(ada.post(path + "/write-off", Map.of("reason", "too small")).statusCode())
                .isEqualTo(303);
        HttpResponse<String> alone = ada.post(path + "/write-off/approve", Map.of());
        assertThat(alone.statusCode()).isEqualTo(409);
        assertThat(alone.body()).contains("Somebody else has to approve");
        assertThat(grace.agreeToWriteOff(path).statusCode()).isEqualTo(303);

        assertThat(page(path)).contains("Written off", "by breaks-ada, approved by breaks-grace");
        assertThat(page("/console/sandbox/audit?subject=" + id))
                .contains(
                        "Asked for a write-off",
                        "Agreed to a write-off",
                        "breaks-grace",
                        ">person<");
        assertThat(page("/console/sandbox/audit.csv?subject=" + id))
                .contains("operator", "break.write_off");
    }

    @Test
    void needsTwoPersonsToResolveALargeBreak() {
        String id = viewer.newBreak(key, 200_000);
        String path = "/console/sandbox/breaks/" + id;
        assertThat(ada.page(path)).contains("Resolve, with a second operator");
        assertThat(
                        ConsoleCaller.location(
                                ada.post(
                                        "/console/sandbox/breaks",
                                        Map.of(
                                                "id",
                                                id,
                                                "action",
                                                "resolve",
                                                "reason",
                                                "all fine",
                                                "sure",
                                                "yes"))))
                .as("nor several at once")
                .isEqualTo("/console/sandbox/breaks?done=0&refused=1");
        assertThat(page(path)).contains("is-open");

        does(ada, path + "/resolve", "the shop answered");
        assertThat(grace.page(path)).contains("Asked to be resolved", "Approve: resolve it");
        assertThat(ada.agreeToWriteOff(path).statusCode()).isEqualTo(409);
        assertThat(grace.agreeToWriteOff(path).statusCode()).isEqualTo(303);

        assertThat(page(path))
                .contains("Resolved", "by breaks-ada, approved by breaks-grace")
                .contains("breaks-grace: Agreed to resolve it");
        assertThat(page("/console/sandbox/audit?subject=" + id))
                .contains("Asked to resolve a break", "Agreed to resolve a break");
    }

    @Test
    void needsTwoPersonsToSayWhoseCardARecordIsOf() throws InterruptedException {
        String known = key.card("virtual");
        PRODUCT.feed()
                .send(
                        List.of(
                                clearing(known, "74000016325000000000117"),
                                clearing(
                                        "card_0000000000000000000000000Z",
                                        "74000016325000000000125")));
        Patience.until(() -> PRODUCT.behind().orElse(1) == 0);
        key.post("/test_helpers/jobs/nightly", "{}");
        String path = "/console/sandbox/breaks/" + unknownCard();
        assertThat(ada.page(path)).contains("It is too severe or too large for one operator.");

        assertThat(ada.post(path + "/identify", Map.of("card", known)).statusCode()).isEqualTo(303);
        assertThat(page(path)).contains("Asked to identify its record");
        assertThat(ada.agreeToWriteOff(path).statusCode()).isEqualTo(409);
        assertThat(page(path)).contains("is-open");
        assertThat(grace.agreeToWriteOff(path).statusCode()).isEqualTo(303);

        assertThat(page(path)).contains("Resolved", "by breaks-ada, approved by breaks-grace");
        assertThat(
                        page(
                                "/console/sandbox/audit?subject="
                                        + path.substring(path.lastIndexOf('/') + 1)))
                .contains("Asked for a card to be named");
    }

    @Test
    void putsBothMessagesOfAConflictBesideEachOther() throws InterruptedException {
        String of = key.card("virtual");
        SimulatedMessage first = clearing(of, "74000016325000000000133");
        String second = first.text().replace("200000", "91871");
        PRODUCT.feed().send(List.of(first, new SimulatedMessage(Instant.now(), of, second, true)));
        Patience.until(() -> PRODUCT.behind().orElse(1) == 0);
        Matcher found =
                Pattern.compile("(brk_[0-9A-Z]+),DEDUPE_CONFLICT,critical,91871,")
                        .matcher(page("/console/sandbox/breaks.csv?type=DEDUPE_CONFLICT"));
        assertThat(found.find()).isTrue();

        assertThat(page("/console/sandbox/breaks/" + found.group(1)))
                .contains("Both messages", "<mark>918.71 EUR</mark>", "<td>2,000.00 EUR</td>")
                .contains("<td>74000016325000000000133</td>")
                .doesNotContain("91871</dd>");
    }

    /** A record of a file whose other record tells which book it is of. */
    private static SimulatedMessage clearing(String of, String arn) {
        Instant now = Instant.now();
        String text =
                """
                {"schema_version":1,"message_id":"%s","kind":"clearing","network":"visa",
                 "transmitted_at":"%s","source":{"system":"clr","file_id":"BREAKS-1"},"card_id":"%s",
                 "refs":{"arn":"%s"},"processing_code":"000000",
                 "amount":{"value":200000,"currency":"EUR"},
                 "merchant_amount":{"value":200000,"currency":"EUR"},
                 "merchant":{"name":"SHOP","mcc":"5411","country":"DE"}}
                """
                        .formatted(UUID.randomUUID(), now, of, arn);
        return new SimulatedMessage(now, of, text, true);
    }

    private static String unknownCard() {
        Matcher found =
                Pattern.compile("/console/sandbox/breaks/(brk_[0-9A-Z]+)")
                        .matcher(page("/console/sandbox/breaks?type=UNKNOWN_CARD"));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void asksForNothingAnyMoreOnceTheAskerIsKeptOut() {
        String path = "/console/sandbox/breaks/" + viewer.newBreak(key);
        ConsoleCaller leaver = somebody("breaks-leaver", OperatorRole.FINANCE);
        does(leaver, path + "/write-off", "too small");
        Map<String, String> shown = grace.shown(path);

        PRODUCT.console().operators().disable("breaks-leaver");

        HttpResponse<String> agreed = grace.post(path + "/write-off/approve", shown);
        assertThat(agreed.statusCode()).isEqualTo(409);
        assertThat(agreed.body()).contains("Nobody asks to close break");
        assertThat(page(path)).doesNotContain("Write-off asked for");
    }

    @Test
    void leavesALineForEachStepOfAWriteOffAndForEachExplanation() {
        String path = "/console/sandbox/breaks/" + viewer.newBreak(key);

        does(ada, path + "/explain", "the till was slow");
        does(ada, path + "/explain", "the shop was asked");
        does(ada, path + "/write-off", "too small");
        assertThat(grace.post(path + "/write-off/refuse", Map.of()).statusCode()).isEqualTo(409);
        does(grace, path + "/write-off/refuse", "wait for the shop");
        does(ada, path + "/write-off", "the shop is bankrupt");
        does(ada, path + "/write-off/refuse", "");
        does(ada, path + "/write-off", "the shop is gone");
        assertThat(grace.agreeToWriteOff(path).statusCode()).isEqualTo(303);

        assertThat(page(path))
                .containsSubsequence(
                        "History",
                        "breaks-ada: Explained it",
                        "the till was slow",
                        "the shop was asked",
                        "breaks-ada: Asked to write it off",
                        "too small",
                        "breaks-grace: Refused to write it off",
                        "wait for the shop",
                        "the shop is bankrupt",
                        "breaks-ada: Asked no longer to close it",
                        "the shop is gone",
                        "breaks-grace: Agreed, and it was written off",
                        "the shop is gone (asked for by breaks-ada)");
    }

    @Test
    void countsTheWriteOffsThatAwaitApproval() {
        String id = viewer.newBreak(key);
        String path = "/console/sandbox/breaks/" + id;

        assertThat(page("/console/sandbox/breaks?state=asked")).doesNotContain(id);
        does(ada, path + "/write-off", "too small");

        assertThat(page("/console/sandbox/breaks?state=asked"))
                .contains(id, "Awaits approval · ", "await approval</span>");
        assertThat(page("/console/sandbox/breaks.csv?state=asked")).contains(id).contains(",yes");
        assertThat(page("/console/sandbox/search")).contains("await approval</span>");
        does(grace, path + "/resolve", "the shop answered");
        assertThat(page("/console/sandbox/breaks?state=asked")).doesNotContain(id);
        assertThat(page(path)).doesNotContain("Write-off asked for");
    }

    @Test
    void doesTheSameToSeveralBreaksOnceAndStaysWithWhatWasLookedAt() {
        String id = viewer.newBreak(key);
        String path = "/console/sandbox/breaks?severity=high&owner=-&id=" + id;

        assertThat(
                        ConsoleCaller.location(
                                ada.post(
                                        path,
                                        Map.of(
                                                "id", id, "action", "assign", "to", "", "sure",
                                                "yes"))))
                .isEqualTo("/console/sandbox/breaks?severity=high&owner=-&done=1&refused=0");
        String odd = "/console/sandbox/breaks?owner=%7Bx%7D%26%25";
        assertThat(page(odd)).contains("breaks.csv?owner=%7Bx%7D%26%25\"");
        assertThat(
                        ConsoleCaller.location(
                                ada.post(
                                        odd,
                                        Map.of(
                                                "id", id, "action", "assign", "to", "", "sure",
                                                "yes"))))
                .isEqualTo(odd + "&done=1&refused=0");
        assertThat(page("/console/sandbox/breaks/" + id)).contains("breaks-ada");
    }

    @Test
    void queuesTheMostSevereBreaksFirst() {
        var unused = viewer.newBreak(key);
        key.create(
                "/test_helpers/refunds",
                "{\"card_id\":\"" + key.card("virtual") + "\",\"amount\":5}");

        assertThat(page("/console/sandbox/breaks.csv"))
                .containsSubsequence("AMOUNT_OVER,medium", "REFUND_UNLINKED,info");
        assertThat(page("/console/sandbox/breaks")).contains("The most severe stand first");
    }

    @Test
    void explainsABreakInWordsAndFigures() {
        String path = "/console/sandbox/breaks/" + viewer.breakOf(approved);

        assertThat(page(path))
                .contains("More cleared than was approved", "<dt>Approved</dt><dd>60.00 EUR</dd>")
                .contains("<dt>Could clear at most</dt>", "<dt>This record</dt><dd>95.00 EUR</dd>")
                .contains("<dt>Cleared in all</dt><dd>95.00 EUR</dd>", "<dt>Too much</dt>")
                .contains("<dt>ARN</dt><dd class=\"id whole\">")
                .doesNotContain("Evidence, ");
    }

    @Test
    void saysWhatAWriteOffBooksBeforeItIsAskedForAndAgreed() {
        String path = "/console/sandbox/breaks/" + viewer.newBreak(key);

        assertThat(ada.page(path)).contains("Nothing is booked: what cleared was charged");
        does(ada, path + "/write-off", "too small");
        assertThat(grace.page(path))
                .containsSubsequence(
                        "Write-off asked for",
                        "Nothing is booked: what cleared was charged",
                        "Approve: write it off");
    }

    @Test
    void saysWhatTheMerchantGaveBackSinceAndWhatComesOfIt() {
        String other = key.card("virtual");
        String bought = key.buy(other, 1000);
        key.clear(bought, 1900);
        key.post("/test_helpers/jobs/nightly", "{}");
        String path = "/console/sandbox/breaks/" + viewer.breakOf(bought);
        assertThat(page(path)).doesNotContain("Merchant credits since");

        String part = refund(other, bought, 333);
        String all = refund(other, bought, 1900);

        assertThat(page(path))
                .containsSubsequence(
                        "Merchant credits since",
                        part,
                        "3.33",
                        "It is settled with the night of",
                        all,
                        "19.00",
                        "It is settled with the night of");
        assertThat(page("/console/sandbox/transactions/" + bought))
                .contains(
                        "Refund that names this purchase", "/console/sandbox/transactions/" + all);
        assertThat(page("/console/sandbox/transactions/" + all))
                .contains(
                        "The purchase that it gives back",
                        "/console/sandbox/transactions/" + bought);

        key.post("/test_helpers/jobs/nightly", "{}");
        assertThat(page(path))
                .contains("and covers 3.33 EUR of this break", "and covers 5.67 EUR of this break")
                .contains("the merchant gave it back")
                .contains("</a> closed it", ", by the night of ")
                .doesNotContain(", by night");
    }

    private static String refund(String of, String purchase, long amount) {
        return key.create(
                "/test_helpers/refunds",
                String.format(
                        Locale.ROOT,
                        "{\"card_id\":\"%s\",\"amount\":%d,\"original_transaction_id\":\"%s\"}",
                        of,
                        amount,
                        purchase));
    }

    private static void does(ConsoleCaller who, String path, String reason) {
        assertThat(who.post(path, Map.of("reason", reason)).statusCode()).as(path).isEqualTo(303);
    }

    /** A clearing that names a declined purchase is posted beside it, and its break says so. */
    @Test
    void leadsFromABreakToTheTransactionThatItNames() {
        String refused = key.buy(card, 10000);
        String cleared = key.clear(refused, 10000).text("/id");
        key.night();
        Matcher posted =
                Pattern.compile("/console/sandbox/transactions/(txn_[0-9A-Z]{26})")
                        .matcher(page("/console/sandbox/records/" + cleared));
        assertThat(posted.find()).isTrue();

        assertThat(page("/console/sandbox/breaks/" + viewer.breakOf(posted.group(1))))
                .contains(
                        "<dt>Linked to</dt><dd class=\"id\"><a href=\"/console/sandbox/transactions/%1$s\">%1$s</a></dd>"
                                .formatted(refused));
    }
}
