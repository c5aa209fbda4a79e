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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What dates and months add up to, from the sum to the journal, and who closes them. */
class ConsoleProofIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final String PROOF = "/console/sandbox/proof";

    private static ConsoleCaller viewer;
    private static ConsoleCaller ada;
    private static ConsoleCaller grace;
    private static String bought;
    private static String date;

    @BeforeAll
    static void makeADay() {
        viewer = ConsoleCaller.somebody(PRODUCT, "proof-viewer", OperatorRole.VIEWER);
        ada = ConsoleCaller.somebody(PRODUCT, "proof-ada", OperatorRole.FINANCE);
        grace = ConsoleCaller.somebody(PRODUCT, "proof-grace", OperatorRole.FINANCE);
        ApiCaller key = PRODUCT.caller(Mode.SANDBOX);
        String card = key.card("virtual");
        bought = authorize(key, card, 4_200);
        var waits = authorize(key, card, 700);
        assertThat(waits).isNotEqualTo(bought);
        var cleared =
                key.post(
                        "/test_helpers/clearings",
                        "{\"transaction_id\":\"" + bought + "\",\"amount\":4200}");
        assertThat(cleared.status()).isEqualTo(202);
        var night = key.post("/test_helpers/jobs/nightly", "{}");
        assertThat(night.text("/status")).isEqualTo("completed");
        date = found(PROOF + "/(20[0-9-]{8})\"", viewer.page(PROOF));
    }

    private static String authorize(ApiCaller key, String card, long amount) {
        return key.create(
                "/test_helpers/authorizations",
                "{\"card_id\":\"%s\",\"amount\":%d}".formatted(card, amount));
    }

    private static String found(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    @Test
    void opensFromTheSumToTheJournal() {
        assertThat(viewer.page(PROOF + "/" + date))
                .contains("Proved", "Purchase", "Gross", "Net of clearing", "Remainder")
                .contains("data-chart=\"waterfall\"");
        assertThat(viewer.page(PROOF + "/" + date + "/EUR/purchase"))
                .contains("href=\"/console/records/clr_");
        String record =
                found(
                        "(clr_[0-9A-Z]{26}),[^\n]*" + bought,
                        viewer.page(PROOF + "/" + date + "/EUR/purchase.csv"));

        assertThat(viewer.page("/console/records/" + record + "/journals.csv"))
                .startsWith("business_date,event,subject,debit_account,")
                .contains("clearing", bought);
        assertThat(viewer.page("/console/records/" + record))
                .contains(bought, "42.00", "2100", "Cardholder funds", "2010", "partition");
        assertThat(
                        viewer.get("/console/sandbox/search?q=" + record)
                                .headers()
                                .firstValue("Location"))
                .hasValue("/console/records/" + record);
    }

    @ParameterizedTest
    @CsvSource({
        "proof.csv, 'business_date,currency,gross,interchange,fees,net,ledger,remainder'",
        "balance.csv, 'account,currency,debit,credit,balance'",
        "balance/2010/EUR.csv, 'business_date,event,subject,debit_account,'",
        "holds.csv, 'transaction_id,card_id,held,currency,'",
        "holds/releases.csv, 'business_date,currency,holds,released'",
        "months.csv, 'month,stage,soft_closed_by,'"
    })
    void givesEachListAsAFile(String file, String head) {
        assertThat(viewer.page("/console/sandbox/" + file)).startsWith(head);
    }

    @Test
    void proves() {
        assertThat(viewer.page(PROOF + ".csv")).contains(date + ",EUR,").endsWith(",0\r\n");
        assertThat(viewer.page("/console/sandbox/balance"))
                .contains("Debits equal credits")
                .doesNotContain("Out of balance");
        assertThat(viewer.page("/console/sandbox/balance/2010/EUR?date=" + date))
                .contains("Network settlement");
        assertThat(viewer.page("/console/sandbox/holds"))
                .contains("When nights let them go", "data-chart=\"releases\"");
    }

    @ParameterizedTest
    @CsvSource({
        "settlement-detail/csv, text/csv",
        "settlement-proof/xlsx, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "camt053/xml, application/xml",
        "trial-balance/manifest, application/json"
    })
    void handsOutReportsAsTheyWereIssued(String report, String type) {
        HttpResponse<String> reply = viewer.get(PROOF + "/" + date + "/reports/" + report);

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Type")).hasValue(type);
        assertThat(reply.headers().firstValue("Content-Disposition").orElseThrow())
                .startsWith("attachment; filename=\"" + date);
        assertThat(reply.body()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        PROOF + "/1999-01-01",
        PROOF + "/yesterday",
        PROOF + "/1999-01-01/EUR/nothing",
        "/console/records/clr_0",
        "/console/sandbox/balance/9999/EUR",
        "/console/sandbox/months/soon"
    })
    void saysWhatIsNotThere(String path) {
        assertThat(viewer.get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void saysWhatStandsInTheWayOfAMonth() {
        String month = "/console/sandbox/months/" + date.substring(0, 7);

        assertThat(viewer.page(month)).contains("Not every day of it has a complete night");
        HttpResponse<String> refused = ada.post(month + "/soft-close", Map.of());
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("cannot be closed: days not complete");
        assertThat(ada.post(month + "/reopen", Map.of("reason", "why not")).statusCode())
                .isEqualTo(409);
    }

    @Test
    void needsTwoPersonsToOpenAMonthAgainOrCloseItForGood() {
        PRODUCT.book()
                .database()
                .doAtomically(
                        handle ->
                                handle.execute(
                                        """
                                        insert into month_close (mode, month, stage, soft_closed_at, soft_closed_by)
                                        values ('live', date '2020-01-01', 'soft_closed', timestamp '2020-02-02', 'ann')
                                        """));
        String month = "/console/live/months/2020-01";

        assertThat(viewer.post(month + "/reopen", Map.of("reason", "x")).statusCode())
                .isEqualTo(403);
        assertThat(ada.post(month + "/hard-close", Map.of("reason", "signed")).statusCode())
                .isEqualTo(303);
        HttpResponse<String> unproved = grace.post(month + "/hard-close/agree", Map.of());
        assertThat(unproved.statusCode()).isEqualTo(409);
        assertThat(unproved.body()).contains("2020-01 cannot be closed");
        assertThat(grace.post(month + "/hard-close/refuse", Map.of()).statusCode()).isEqualTo(303);

        assertThat(ada.post(month + "/reopen", Map.of("reason", "a late file")).statusCode())
                .isEqualTo(303);
        HttpResponse<String> alone = ada.post(month + "/reopen/agree", Map.of());
        assertThat(alone.statusCode()).isEqualTo(409);
        assertThat(alone.body()).contains("Somebody else has to agree");
        assertThat(grace.page(month)).contains("a late file", "Agree, open it again");
        assertThat(viewer.post(month + "/reopen/agree", Map.of()).statusCode()).isEqualTo(403);
        assertThat(grace.post(month + "/reopen/agree", Map.of()).statusCode()).isEqualTo(303);

        assertThat(viewer.page(month)).contains("is-open");
        assertThat(viewer.page("/console/audit?subject=live/2020-01"))
                .contains("month.ask_reopen", "month.reopen", "proof-grace")
                .doesNotContain("title=\"month.hard_close\"");
    }
}
