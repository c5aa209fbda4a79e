package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clearing records that operators match to another transaction of the card. */
class ConsoleManualMatchIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ConsoleCaller VIEWER =
            ConsoleCaller.somebody(PRODUCT, "link-viewer", OperatorRole.VIEWER);
    private static final ConsoleCaller OLGA =
            ConsoleCaller.somebody(PRODUCT, "link-olga", OperatorRole.OPERATOR);

    private static final ConsoleCaller FINN =
            ConsoleCaller.somebody(PRODUCT, "link-finn", OperatorRole.FINANCE);

    private String bought = "";
    private String alone = "";
    private String path = "";

    /** A purchase that waits, and a clearing that named nothing. */
    @BeforeEach
    void clearWithoutAuthorization() {
        clear(6_000, 5_000);
    }

    private void clear(int authorized, int cleared) {
        ApiCaller key = PRODUCT.caller(Mode.SANDBOX);
        String card = key.card("virtual");
        bought = key.buy(card, authorized);
        var accepted =
                key.post(
                        "/test_helpers/clearings",
                        String.format(
                                Locale.ROOT,
                                "{\"card_id\":\"%s\",\"amount\":%d,\"network_reference\":null}",
                                card,
                                cleared));
        assertThat(accepted.status()).isEqualTo(202);
        path = "/console/sandbox/records/" + accepted.text("/id") + "/match";
        night();
        alone = found("name=\"from\" value=\"(txn_[0-9A-Z]{26})\"", OLGA.page(path));
        assertThat(alone).isNotEqualTo(bought);
    }

    private static String found(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    private static void night() {
        PRODUCT.caller(Mode.SANDBOX).night();
    }

    private HttpResponse<String> match(ConsoleCaller who, String from, String to) {
        return who.post(path, Map.of("from", from, "to", to, "reason", "the merchant says so"));
    }

    @Test
    void postsAClearingByTheNextNightToWhereItBelongsAndBack() {
        assertThat(OLGA.page(path)).contains(bought, "What may have been meant");

        HttpResponse<String> done = match(OLGA, alone, bought);

        assertThat(done.statusCode()).isEqualTo(303);
        assertThat(ConsoleCaller.location(done)).isEqualTo(path);
        assertThat(OLGA.page(path))
                .contains("It waits for the next night", "waits for the next night");
        assertThat(VIEWER.page("/console/sandbox/transactions/" + bought))
                .contains("is-authorized", "Clearing matched here", "Waits for the night");
        night();
        assertThat(VIEWER.page("/console/sandbox/transactions/" + bought))
                .contains("is-settled", "Clearing matched here", "the merchant says so")
                .contains("Suspense identified", "Posted in the night of");
        String left = VIEWER.page("/console/sandbox/transactions/" + alone);
        assertThat(left)
                .contains("Clearing matched elsewhere", "is matched elsewhere")
                .contains("Clearing returned", "Suspense");
        String brk = found("(brk_[0-9A-Z]{26})", left);
        assertThat(VIEWER.page("/console/sandbox/breaks/" + brk))
                .contains("Resolved", "Matched the clearing record", "matched to " + bought);
        assertThat(VIEWER.page("/console/sandbox/audit?action=clearing.match"))
                .contains("clearing.match", "link-olga");

        assertThat(match(OLGA, bought, alone).statusCode()).isEqualTo(303);
        night();
        assertThat(VIEWER.page("/console/sandbox/transactions/" + bought))
                .contains("is-authorized");
        assertThat(VIEWER.page("/console/sandbox/breaks/" + brk))
                .contains("is-open", "Opened it again");
    }

    @Test
    void refusesAnOldTab() {
        assertThat(match(OLGA, alone, bought).statusCode()).isEqualTo(303);
        night();

        HttpResponse<String> again = match(OLGA, alone, bought);

        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body())
                .contains("The clearing record is matched to " + bought + " by now");
        assertThat(match(OLGA, bought, bought).statusCode()).isEqualTo(409);
    }

    /** Neither door lets one operator close it; the second one reads which transaction is meant. */
    @Test
    void asksASecondOperatorWhereABreakIsLarge() {
        clear(200_000, 150_000);

        HttpResponse<String> asked = match(OLGA, alone, bought);

        assertThat(asked.statusCode()).isEqualTo(303);
        String brk = ConsoleCaller.location(asked);
        assertThat(brk).contains("/breaks/brk_");
        String page = FINN.page(brk);
        assertThat(page).contains("Asked to be matched", bought, "Approve: match it", "is-open");
        assertThat(OLGA.post(brk + "/write-off/approve", agreement(page)).statusCode())
                .isEqualTo(403);
        assertThat(FINN.post(brk + "/write-off/approve", agreement(page)).statusCode())
                .isEqualTo(303);
        night();

        assertThat(VIEWER.page("/console/sandbox/transactions/" + bought)).contains("is-settled");
        assertThat(VIEWER.page(brk))
                .contains("approved by link-finn", "Agreed, and its record was matched");
    }

    private static Map<String, String> agreement(String page) {
        return Map.of(
                "asked_at",
                found("name=\"asked_at\" value=\"([^\"]+)\"", page),
                "amount_minor",
                found("name=\"amount_minor\" value=\"([^\"]+)\"", page));
    }

    @Test
    void letsNobodyButOperatorsDoIt() {
        assertThat(match(VIEWER, alone, bought).statusCode()).isEqualTo(403);
        assertThat(VIEWER.page(path)).doesNotContain("<form class=\"stack\"");
    }

    @Test
    void saysWhatIsNoTransactionAndWhatIsNoRecord() {
        HttpResponse<String> reply = match(OLGA, alone, "<script>");
        assertThat(reply.statusCode()).isEqualTo(409);
        assertThat(reply.body()).contains("is not a transaction id").doesNotContain("<script>'");
        assertThat(VIEWER.get("/console/sandbox/records/clr_0/match").statusCode()).isEqualTo(404);
        assertThat(
                        OLGA.post(
                                        "/console/sandbox/records/clr_0/match",
                                        Map.of("from", alone, "to", bought))
                                .statusCode())
                .isEqualTo(404);
        assertThat(match(OLGA, alone, "txn_00000000000000000000000001").body())
                .contains("of the clearing&#39;s card");
    }
}
