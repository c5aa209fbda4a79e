package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.ProgramId;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.domain.program.ProgramRules;
import dev.countersign.reconcile.service.issuing.Programs;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content of the pages, and the rights of each role on them. */
class ConsolePagesIT {

    private static final TestProduct PRODUCT = TestProduct.running();

    private static ConsoleCaller viewer;
    private static ConsoleCaller ada;
    private static ApiCaller key;
    private static String customer;
    private static String card;
    private static String approved;
    private static String declined;

    @BeforeAll
    static void makeADay() {
        viewer = somebody("pages-viewer", OperatorRole.VIEWER);
        ada = somebody("pages-ada", OperatorRole.FINANCE);
        var unused = somebody("pages-administrator", OperatorRole.ADMINISTRATOR);
        key = PRODUCT.caller(Mode.SANDBOX);
        customer =
                key.create(
                        "/customers", "{\"type\":\"individual\",\"external_id\":\"pages-ext-1\"}");
        card =
                key.create(
                        "/cards",
                        "{\"customer_id\":\""
                                + customer
                                + "\",\"type\":\"virtual\",\"currency\":\"EUR\"}");
        key.put("/cards/" + card + "/spending-controls", "{\"daily_limit\":10000}");
        approved = authorize(6_000, "PAGESREF01");
        declined = authorize(6_001, "PAGESREF02");
        key.clear(approved, 9500);
        key.night();
    }

    private static ConsoleCaller somebody(String name, OperatorRole role) {
        return ConsoleCaller.somebody(PRODUCT, name, role);
    }

    private static String page(String path) {
        return viewer.page(path);
    }

    private static String authorize(long amount, String reference) {
        return key.create(
                "/test_helpers/authorizations",
                String.format(
                        Locale.ROOT,
                        "{\"card_id\":\"%s\",\"amount\":%d,\"network_reference\":\"%s\"}",
                        card,
                        amount,
                        reference));
    }

    @Test
    void explainsADeclineCheckByCheck() {
        assertThat(page("/console/sandbox/transactions/" + declined))
                .contains("60.01 EUR was declined: 20.01 EUR over the daily limit.")
                .contains(
                        "used 60.00 EUR before, asked 60.01 EUR, limit 100.00 EUR; 20.01 EUR over")
                .contains("Customer and program");
    }

    @Test
    void tellsTheWholeLifeOfAPurchase() {
        assertThat(page("/console/sandbox/transactions/" + approved))
                .contains("Authorization approved", "Matched at level 1, lifecycle; score 95")
                .contains("Found: amount over", "Cardholder funds", "95.00");
    }

    @Test
    void givesTheJournalsOfAPurchaseAsAFile() {
        assertThat(page("/console/sandbox/transactions/" + approved + "/journals.csv"))
                .startsWith("business_date,event,debit,credit,amount_minor,amount,currency")
                .contains("9500,95.00,EUR");
    }

    @Test
    void showsInWhichCurrenciesTheProgramOfACardIsSettled() {
        ProgramId program =
                ProgramId.parse(key.get("/cards/" + card).text("/program_id")).orElseThrow();
        Programs programs = PRODUCT.book().programs();
        var unused =
                programs.update(
                        programs.bookOf(program).orElseThrow(),
                        program,
                        new Programs.Change(
                                null,
                                null,
                                null,
                                null,
                                ProgramRules.settlementCurrencies(Set.of("pages-bank:USD")),
                                null,
                                null));

        assertThat(page("/console/sandbox/cards/" + card))
                .contains("Its program also settles in", "pages-bank:USD");
    }

    @Test
    void showsWhatACardMayDoAndHasUsed() {
        assertThat(page("/console/sandbox/cards/" + card))
                .contains("of 100.00", "no cash", "Not set");
        assertThat(page("/console/sandbox/cards/" + card + "/transactions.csv"))
                .contains(approved, declined, "daily_limit_exceeded");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PAGESREF01", "%C2%A0PAGESREF01%C2%A0", "pages-ext-1"})
    void findsByWhatOthersCallIt(String word) {
        assertThat(page("/console/sandbox/search?q=" + word)).contains(card.substring(19));
    }

    @Test
    void findsAPurchaseByItsApprovalCodeInCapitalsOrNot() {
        String code =
                Jdbi.create(PRODUCT.databaseUrl())
                        .withHandle(
                                handle ->
                                        handle.select(
                                                        "select approval_code from transaction"
                                                                + " where network_txn_id = ?",
                                                        "PAGESREF01")
                                                .mapTo(String.class)
                                                .one());
        String found = "/console/sandbox/transactions/" + approved;
        assertThat(page("/console/sandbox/search?q=" + code)).contains(found);
        assertThat(page("/console/sandbox/search?q=" + code.toLowerCase(Locale.ROOT)))
                .contains(found);
    }

    @Test
    void findsACustomerByTheirIdAndACardByItsLastDigits() {
        assertThat(page("/console/sandbox/search?q=" + customer)).contains("pages-ext-1", card);
        String last4 = key.get("/cards/" + card).text("/last4");
        String namesake =
                key.create(
                        "/customers",
                        "{\"type\":\"individual\",\"external_id\":\"%s\"}".formatted(last4));
        assertThat(page("/console/sandbox/search?q=" + last4)).contains(card, namesake);
        assertThat(page("/console/live/search?q=" + last4)).doesNotContain(card);
        assertThat(page("/console/sandbox/search/customers.csv?q=pages-ext-1"))
                .startsWith("id,external_id,name,type,status")
                .contains(customer + ",pages-ext-1,");
        assertThat(page("/console/sandbox/search/cards.csv?q=" + last4))
                .startsWith("id,customer_id,last4,name,type,currency,status")
                .contains(card + "," + customer + "," + last4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/sandbox/transactions/txn_0",
                "/console/sandbox/cards/none",
                "/console/sandbox/breaks/brk_0",
                "/console/sandbox/nights/999999",
                "/console/elsewhere/breaks"
            })
    void saysWhatIsNotThere(String path) {
        HttpResponse<String> reply = viewer.get(path);

        assertThat(reply.statusCode()).isEqualTo(404);
        assertThat(reply.body()).contains("Not here", "There ");
    }

    @Test
    void saysThatANightProvedTheBook() {
        assertThat(page("/console/sandbox/nights/1"))
                .contains("The book of the day is proved", "/console/sandbox/proof/");
    }

    @Test
    void tellsWhatANightLeftAside() {
        assertThat(page("/console/sandbox/nights/1/skipped.csv"))
                .startsWith("step,reason,kind,id,transaction_id,amount_minor,amount,currency");
        assertThat(page("/console/sandbox/nights/1/steps.csv"))
                .startsWith("step,status,read,written,skipped,millis,usual_millis")
                .contains("freeze,completed");
    }

    @Test
    void refusesANightThatMayNotBeRun() {
        HttpResponse<String> reply = ada.post("/console/live/nights", Map.of("date", "2999-01-01"));

        assertThat(reply.statusCode()).isEqualTo(409);
        assertThat(reply.body()).contains("That was not done");
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        assertThat(ada.page("/console/live/nights"))
                .doesNotContain("max=\"" + today + "\"", "value=\"" + today + "\"");
        assertThat(ada.page("/console/sandbox/nights")).contains("max=\"" + today + "\"");
    }
}
