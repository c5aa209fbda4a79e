package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pages of funding accounts, and what finance does to one there. */
class ConsoleFundingIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final ApiCaller KEY = PRODUCT.caller(Mode.SANDBOX);
    private static final ConsoleCaller VIEWER =
            ConsoleCaller.somebody(PRODUCT, "funding-viewer", OperatorRole.VIEWER);
    private static final ConsoleCaller OLGA =
            ConsoleCaller.somebody(PRODUCT, "funding-olga", OperatorRole.OPERATOR);
    private static final ConsoleCaller ADA =
            ConsoleCaller.somebody(PRODUCT, "funding-ada", OperatorRole.FINANCE);
    private static final ConsoleCaller GRACE =
            ConsoleCaller.somebody(PRODUCT, "funding-grace", OperatorRole.FINANCE);

    private static final String NAME = "<b>funded</b>";

    private String id;
    private String page;

    @BeforeEach
    void openAnAccount() {
        String customer =
                KEY.create(
                        "/customers",
                        "{\"type\":\"individual\",\"external_id\":\"%s%s\",\"name\":{\"first\":\"Ana\",\"last\":\"Ray\"}}"
                                .formatted(NAME, System.nanoTime()));
        id =
                KEY.create(
                        "/test_helpers/funding_accounts",
                        "{\"currency\":\"EUR\",\"balance\":50000,\"customer_id\":\""
                                + customer
                                + "\"}");
        page = "/console/sandbox/funding/" + id;
    }

    private static Map<String, String> form(String amount) {
        return Map.of(
                "amount",
                amount,
                "reason",
                "paid in <script>",
                "once",
                UUID.randomUUID().toString());
    }

    @Test
    void showsEachAccountWithWhatItHasAndWhatMovedIt() {
        assertThat(VIEWER.page("/console/sandbox/funding"))
                .contains(page, "&lt;b&gt;funded&lt;/b&gt;", "500.00")
                .doesNotContain(NAME);
        assertThat(VIEWER.page(page)).contains(id, "500.00", "Funding credit", "Available");
        assertThat(VIEWER.page("/console/sandbox/funding.csv")).contains(id);
        assertThat(VIEWER.get("/console/live/funding/" + id).statusCode()).isEqualTo(404);
        assertThat(VIEWER.get("/console/sandbox/funding/fund_none").statusCode()).isEqualTo(404);
    }

    @Test
    void letsFinanceAloneCreditAndDebitIt() {
        assertThat(
                        List.of(
                                VIEWER.post(page + "/credit", form("1")).statusCode(),
                                OLGA.post(page + "/credit", form("1")).statusCode(),
                                ADA.withoutToken().post(page + "/credit", form("1")).statusCode()))
                .containsOnly(403);
        assertThat(VIEWER.page(page)).contains("500.00").doesNotContain("Credit it");

        assertThat(ADA.post(page + "/credit", form("12.50")).statusCode()).isEqualTo(303);
        assertThat(ADA.post(page + "/debit", form("2.5")).statusCode()).isEqualTo(303);

        assertThat(ADA.page(page)).contains("510.00", "Funding debit");
        Map<String, String> twice = form("1");
        assertThat(ADA.post(page + "/credit", twice).statusCode()).isEqualTo(303);
        assertThat(ADA.post(page + "/credit", twice).body())
                .contains("That is booked already: the account shows it.");
        assertThat(ADA.post(page + "/debit", form("1")).statusCode()).isEqualTo(303);
        assertThat(ADA.page(page))
                .contains("510.00")
                .containsPattern("name=\"once\" value=\"[0-9a-f-]{36}\"");
        assertThat(ADA.page("/console/sandbox/audit?subject=" + id))
                .contains("Credited a funding account", "12.50 EUR", "&lt;script&gt;")
                .doesNotContain("paid in <script>");
    }

    @Test
    void takesASecondOperatorForALargeAmount() {
        assertThat(OLGA.post(page + "/credit", form("1000.01")).statusCode()).isEqualTo(403);
        assertThat(ADA.post(page + "/credit", form("1000.01")).statusCode()).isEqualTo(303);
        assertThat(GRACE.page(page)).contains("Credit requested", "1,000.01", "500.00");
        Map<String, String> read = GRACE.shown(page);
        assertThat(ADA.post(page + "/credit/approve", read).statusCode()).isEqualTo(409);
        assertThat(ADA.post(page + "/credit", form("2000")).statusCode()).isEqualTo(303);
        assertThat(GRACE.post(page + "/credit/approve", read).statusCode()).isEqualTo(409);

        assertThat(GRACE.approve(page, "/credit").statusCode()).isEqualTo(303);
        assertThat(GRACE.page(page)).contains("2,500.00").doesNotContain("Credit requested");
        assertThat(GRACE.post(page + "/credit/approve", read).statusCode()).isEqualTo(409);
        assertThat(GRACE.page("/console/sandbox/audit?subject=" + id))
                .contains(
                        "Agreed to credit a funding account",
                        "2,000.00 EUR",
                        "(asked for by funding-ada");

        assertThat(ADA.post(page + "/debit", form("1500")).statusCode()).isEqualTo(303);
        assertThat(GRACE.post(page + "/debit/refuse", Map.of()).statusCode()).isEqualTo(303);
        assertThat(GRACE.page(page)).contains("2,500.00").doesNotContain("Debit requested");
    }

    @Test
    void booksNothingThatIsNoAmountOrNotThere() {
        for (String amount : List.of("", "0", "-1", "1.001", "1e3", "NaN", "9".repeat(20))) {
            assertThat(ADA.post(page + "/credit", form(amount)).statusCode())
                    .as(amount)
                    .isEqualTo(409);
        }
        assertThat(ADA.post(page + "/debit", form("500.01")).body()).contains("available");
        assertThat(ADA.post(page + "/credit", Map.of("amount", "1")).statusCode()).isEqualTo(409);
        assertThat(ADA.post(page + "/spend", form("1")).statusCode()).isEqualTo(404);

        assertThat(ADA.page(page)).contains("500.00").doesNotContain("Funding debit");
    }
}
