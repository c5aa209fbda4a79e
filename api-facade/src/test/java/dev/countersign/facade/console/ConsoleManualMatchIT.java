package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clearings that people link to another transaction of the card. */
class ConsoleManualMatchIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ConsoleCaller VIEWER =
            ConsoleCaller.somebody(PRODUCT, "link-viewer", OperatorRole.VIEWER);
    private static final ConsoleCaller OLGA =
            ConsoleCaller.somebody(PRODUCT, "link-olga", OperatorRole.OPERATOR);

    private String bought = "";
    private String alone = "";
    private String path = "";

    /** A purchase that waits, and a clearing that named nothing. */
    @BeforeEach
    void clearWithoutAuthorization() {
        ApiCaller key = PRODUCT.caller(Mode.SANDBOX);
        String card = key.card("virtual");
        bought =
                key.create(
                        "/test_helpers/authorizations",
                        "{\"card_id\":\"%s\",\"amount\":6000}".formatted(card));
        var cleared =
                key.post(
                        "/test_helpers/clearings",
                        "{\"card_id\":\"%s\",\"amount\":5000,\"network_reference\":null}"
                                .formatted(card));
        assertThat(cleared.status()).isEqualTo(202);
        path = "/console/sandbox/records/" + cleared.text("/id") + "/match";
        var night = key.post("/test_helpers/jobs/nightly", "{}");
        assertThat(night.text("/status")).isEqualTo("completed");
        alone = found("name=\"from\" value=\"(txn_[0-9A-Z]{26})\"", OLGA.page(path));
        assertThat(alone).isNotEqualTo(bought);
    }

    private static String found(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    private HttpResponse<String> link(ConsoleCaller who, String from, String to) {
        return who.post(path, Map.of("from", from, "to", to, "reason", "the merchant says so"));
    }

    @Test
    void movesAClearingToWhereItBelongsAndBack() {
        assertThat(OLGA.page(path)).contains(bought, "What may have been meant");

        HttpResponse<String> done = link(OLGA, alone, bought);

        assertThat(done.statusCode()).isEqualTo(303);
        assertThat(done.headers().firstValue("Location"))
                .hasValue("/console/sandbox/transactions/" + bought);
        assertThat(VIEWER.page("/console/sandbox/transactions/" + bought))
                .contains("is-settled", "Clearing matched here", "the merchant says so")
                .contains("Clearing linked", "Suspense");
        String left = VIEWER.page("/console/sandbox/transactions/" + alone);
        assertThat(left).contains("Clearing matched elsewhere", "is matched elsewhere");
        String brk = found("(brk_[0-9A-Z]{26})", left);
        assertThat(VIEWER.page("/console/sandbox/breaks/" + brk))
                .contains("Resolved", "Matched the clearing record", "matched to " + bought);
        assertThat(VIEWER.page("/console/sandbox/audit?action=clearing.match"))
                .contains("clearing.match", "link-olga");

        assertThat(link(OLGA, bought, alone).statusCode()).isEqualTo(303);
        assertThat(VIEWER.page("/console/sandbox/transactions/" + bought))
                .contains("is-authorized");
        assertThat(VIEWER.page("/console/sandbox/breaks/" + brk))
                .contains("is-open", "matched back to");
    }

    @Test
    void refusesASecondPressAndAnOldTab() {
        assertThat(link(OLGA, alone, bought).statusCode()).isEqualTo(303);

        HttpResponse<String> again = link(OLGA, alone, bought);

        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body())
                .contains("The clearing record is matched to " + bought + " by now");
        assertThat(link(OLGA, bought, bought).statusCode()).isEqualTo(409);
    }

    @Test
    void letsNobodyButOperatorsDoIt() {
        assertThat(link(VIEWER, alone, bought).statusCode()).isEqualTo(403);
        assertThat(VIEWER.page(path)).doesNotContain("<form class=\"stack\"");
    }

    @Test
    void saysWhatIsNoTransactionAndWhatIsNoRecord() {
        HttpResponse<String> reply = link(OLGA, alone, "<script>");
        assertThat(reply.statusCode()).isEqualTo(409);
        assertThat(reply.body()).contains("is no id of a transaction").doesNotContain("<script>'");
        assertThat(VIEWER.get("/console/sandbox/records/clr_0/match").statusCode()).isEqualTo(404);
        assertThat(
                        OLGA.post(
                                        "/console/sandbox/records/clr_0/match",
                                        Map.of("from", alone, "to", bought))
                                .statusCode())
                .isEqualTo(404);
        assertThat(link(OLGA, alone, "txn_00000000000000000000000001").body())
                .contains("of the clearing&#39;s card");
    }
}
