package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.AccountId;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.testkit.Patience;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sums of dates and months, down to the journal, and the closing of months. */
class ConsoleProofIT {

    private static final Map<String, String> SURE = Map.of("sure", "yes");

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
        bought = key.buy(card, 4_200);
        var waits = key.buy(card, 700);
        assertThat(waits).isNotEqualTo(bought);
        var cleared = key.clear(bought, 4200);
        assertThat(cleared.status()).isEqualTo(202);
        key.night();
        date = found(PROOF + "/(20[0-9-]{8})\"", viewer.page(PROOF));
    }

    private static String found(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    /** The value behind a name at the foot of a table; empty where the name is not there. */
    private static BigDecimal sum(String page, String name) {
        Matcher found =
                Pattern.compile(
                                "<tr><th[^>]*>(?:<a[^>]*>)?"
                                        + name
                                        + ".*?<span class=\"amount\"><span>([^<]*)<",
                                Pattern.DOTALL)
                        .matcher(page);
        return found.find()
                ? new BigDecimal(found.group(1).replace(",", "").replace('−', '-'))
                : BigDecimal.ZERO;
    }

    @Test
    void opensFromTheSumToTheJournal() {
        assertThat(viewer.page(PROOF))
                .contains(">Net of clearing<", ">Movement of 2010, after payments<");
        assertThat(viewer.page(PROOF + "/" + date))
                .contains("Proved", "Purchase", "Gross", "Net of clearing", "Remainder")
                .contains("data-chart=\"waterfall\"");
        assertThat(viewer.page(PROOF + "/" + date + "/EUR/purchase"))
                .contains("href=\"/console/sandbox/records/clr_");
        String record =
                found(
                        "(clr_[0-9A-Z]{26}),[^\n]*" + bought,
                        viewer.page(PROOF + "/" + date + "/EUR/purchase.csv"));

        assertThat(viewer.page("/console/sandbox/records/" + record + "/journals.csv"))
                .startsWith("business_date,event,subject,debit_account,")
                .contains("clearing", bought);
        assertThat(viewer.page("/console/sandbox/records/" + record))
                .contains(bought, "42.00", "2100", "Cardholder funds", "2010", "partition");
        assertThat(ConsoleCaller.location(viewer.get("/console/sandbox/search?q=" + record)))
                .isEqualTo("/console/sandbox/records/" + record);
    }

    /** The ledger proves what the clearing said; the network may say otherwise all the same. */
    @Test
    void marksADayThatTheNetworkSaysOtherwiseOf() throws InterruptedException {
        ApiCaller key = PRODUCT.caller(Mode.SANDBOX);
        String settles = "2031-03-04";
        PRODUCT.feed()
                .send(
                        List.of(
                                new SimulatedMessage(
                                        Instant.EPOCH, "proof-total", total(settles), true)));
        Patience.until(
                () -> {
                    key.night();
                    return Pattern.compile(DIFFERS).matcher(viewer.page(PROOF)).find();
                });

        String broken = found(DIFFERS, viewer.page(PROOF));
        assertThat(viewer.page(PROOF))
                .containsPattern("<span>Mastercard: </span>\\s*<a class=\"late\"");
        assertThat(viewer.page("/console/sandbox/breaks/" + broken))
                .contains("Totals mismatch", "12.34");
        assertThat(viewer.page(PROOF + "/" + date))
                .contains("It differs", "/console/sandbox/breaks/" + broken, "4 Mar 2031");
        assertThat(viewer.page(PROOF + ".csv")).contains(",differs,");

        String path = "/console/sandbox/breaks/" + broken;
        assertThat(
                        ada.post(path + "/write-off", Map.of("reason", "the network corrects it"))
                                .statusCode())
                .isEqualTo(303);
        assertThat(grace.agreeToWriteOff(path).statusCode()).isEqualTo(303);

        assertThat(viewer.page(PROOF))
                .contains(broken + "\">difference written off")
                .doesNotContainPattern(DIFFERS);
    }

    /** A link to the break of this cycle, among those of others. */
    private static final String DIFFERS =
            "href=\"/console/sandbox/breaks/(brk_[0-9A-Z]{26})\">network differs by[^.]*12\\.34";

    /** The network asks for 12.34 in a cycle that we have no record of. */
    private static String total(String settles) {
        return """
               {"schema_version":1,"message_id":"%s","kind":"settlement_total",
                "network":"mastercard","source":{"system":"proof"},
                "transmitted_at":"%s","account_id":"%s","mode":"sandbox",
                "settlement":{"settlement_date":"%s","cycle":1,"service":"intl",
                              "institution_id":"1000000000","currency":"EUR"},
                "total":{"debit_count":1,"debit_amount":1234,"credit_count":0,"credit_amount":0,
                         "interchange_net":0,"fees":0,"net_amount":1234,"is_complete":true,
                         "version":1}}
               """
                .formatted(
                        UUID.randomUUID(),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS),
                        account(),
                        settles)
                .replaceAll("\\s*\n\\s*", "");
    }

    private static String account() {
        return new AccountId(
                        PRODUCT.book()
                                .database()
                                .read(
                                        handle ->
                                                handle.createQuery(
                                                                "select id from account order by id limit 1")
                                                        .mapTo(UUID.class)
                                                        .one()))
                .toString();
    }

    /** Amounts outside every cycle are named, so that the parts of the day add up. */
    @Test
    void addsCyclesAndWhatIsInNoneUpToTheClearing() {
        String page = viewer.page(PROOF + "/" + date);

        assertThat(page).contains("camt.053").doesNotContain("Camt053");
        assertThat(sum(page, "In cycles").add(sum(page, "In no cycle")))
                .isEqualByComparingTo(sum(page, "Net of clearing"));
        assertThat(viewer.page(PROOF + "/" + date + "/EUR/purchase"))
                .contains("<td>Purchase</td>")
                .doesNotContain("<td>Clearing</td>");
    }

    @Test
    void saysOfWhichNightItsFiguresAre() {
        String said = "As of the night of <strong>";
        assertThat(viewer.page("/console/sandbox/balance"))
                .contains(said, "value=\"" + date + "\"");
        assertThat(viewer.page("/console/sandbox/balance?as_of=2199-01-01"))
                .contains(said, "The night of 1 Jan 2199 is not complete");
        assertThat(viewer.page("/console/sandbox/holds")).contains(said);
        assertThat(viewer.page("/console/live/holds")).contains("No night is complete yet");
    }

    @Test
    void showsShortIdsThatLeadToWhatTheyName() {
        assertThat(viewer.page("/console/sandbox/holds"))
                .containsPattern(
                        "href=\"/console/sandbox/transactions/(txn_[0-9A-Z]{18}([0-9A-Z]{8}))\" title=\"\\1\">…\\2<");
    }

    @ParameterizedTest
    @CsvSource({
        "proof.csv, 'business_date,currency,gross_minor,gross,interchange_minor,interchange,'",
        "balance.csv, 'account,currency,debit_minor,debit,credit_minor,credit,balance_minor,balance'",
        "balance/2010/EUR.csv, 'business_date,event,subject,debit_account,'",
        "holds.csv, 'transaction_id,card_id,held_minor,held,currency,'",
        "holds/releases.csv, 'business_date,currency,holds,released_minor,released'",
        "months.csv, 'month,stage,soft_closed_by,'"
    })
    void givesEachListAsAFile(String file, String head) {
        assertThat(viewer.page("/console/sandbox/" + file)).startsWith(head);
    }

    @Test
    void proves() {
        assertThat(viewer.page(PROOF + ".csv"))
                .containsPattern(
                        date + ",EUR,.*,0,0\\.00,[a-z_]+,-?[0-9]+,-?[0-9]+\\.[0-9]{2}\r\n");
        assertThat(viewer.page("/console/sandbox/balance"))
                .contains("Debits equal credits")
                .doesNotContain("Out of balance");
        assertThat(viewer.page("/console/sandbox/balance/2010/EUR?date=" + date))
                .contains("Network settlement");
        assertThat(viewer.page("/console/sandbox/holds"))
                .contains("When nights release them", "data-chart=\"releases\"");
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

    @Test
    void handsOutReportsAsTheyWereKnownAtAMoment() {
        String file = PROOF + "/" + date + "/reports/bank/csv";

        assertThat(viewer.page(PROOF + "/" + date + "?as_of=2199-12-31T00:00:00Z"))
                .contains("Known since", file + "?as_of=2199-12-31T00:00:00Z");
        assertThat(viewer.get(file + "?as_of=2199-12-31T00:00:00Z").body())
                .isEqualTo(viewer.get(file).body());
        assertThat(viewer.page(PROOF + "/" + date + "?as_of=1999-01-01"))
                .contains("No report of this date was issued yet at that moment.")
                .doesNotContain(file);
        assertThat(viewer.get(file + "?as_of=1999-01-01").body())
                .contains("At 1999-01-01T23:59:59Z no report bank of " + date);
    }

    @Test
    void refusesALostReportWithItsPath() throws IOException {
        Path folder = TestProduct.reports().resolve("sandbox").resolve(date);
        Map<Path, byte[]> lost = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "open-holds.*.csv")) {
            for (Path file : files) {
                lost.put(file, Files.readAllBytes(file));
                Files.delete(file);
            }
        }

        HttpResponse<String> refused = viewer.get(PROOF + "/" + date + "/reports/open-holds/csv");
        for (Map.Entry<Path, byte[]> file : lost.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body())
                .contains("cannot be handed out as it was issued")
                .containsAnyOf(lost.keySet().stream().map(Path::toString).toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        PROOF + "/1999-01-01",
        PROOF + "/yesterday",
        PROOF + "/1999-01-01/EUR/nothing",
        "/console/sandbox/records/clr_0",
        "/console/sandbox/balance/9999/EUR",
        "/console/sandbox/months/soon"
    })
    void saysWhatIsNotThere(String path) {
        assertThat(viewer.get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void saysWhatStandsInTheWayOfAMonth() {
        String month = "/console/sandbox/months/" + date.substring(0, 7);

        assertThat(viewer.page(month))
                .contains("Not every day of it has a complete night", missing());
        HttpResponse<String> refused = ada.post(month + "/soft-close", SURE);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("cannot be closed: days not complete");
        assertThat(ada.post(month + "/reopen", Map.of("reason", "why not")).statusCode())
                .isEqualTo(409);
    }

    /** The text for days of this month that have not ended; today is one of them. */
    private static String missing() {
        LocalDate today = LocalDate.parse(date);
        int toCome = today.lengthOfMonth() - today.getDayOfMonth() + 1;
        return toCome == 1 ? "1 day has not ended" : toCome + " days have not ended";
    }

    @Test
    void namesTheDaysOfAMonthThatHaveNoNight() {
        assertThat(viewer.page("/console/live/months/2020-02"))
                .contains(
                        "month=2020-02",
                        "missing",
                        "1 Feb 2020, 2 Feb 2020, 3 Feb 2020, 4 Feb 2020, 5 Feb 2020",
                        "and 24 more");
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
        HttpResponse<String> unproved = grace.approve(month, "/hard-close");
        assertThat(unproved.statusCode()).isEqualTo(409);
        assertThat(unproved.body()).contains("2020-01 cannot be closed");
        assertThat(grace.post(month + "/hard-close/refuse", Map.of()).statusCode()).isEqualTo(303);

        assertThat(ada.post(month + "/reopen", Map.of("reason", "a late file")).statusCode())
                .isEqualTo(303);
        HttpResponse<String> alone =
                ada.post(month + "/reopen/approve", ConsoleCaller.sure(grace.shown(month)));
        assertThat(alone.statusCode()).isEqualTo(409);
        assertThat(alone.body()).contains("Somebody else has to approve");
        assertThat(grace.page(month)).contains("a late file", "Approve: open it again");
        assertThat(viewer.post(month + "/reopen/approve", grace.shown(month)).statusCode())
                .isEqualTo(403);
        HttpResponse<String> unread =
                grace.post(
                        month + "/reopen/approve",
                        Map.of("asked_at", "2020-02-02T00:00:00Z", "sure", "yes"));
        assertThat(unread.statusCode()).isEqualTo(409);
        assertThat(unread.body()).contains("It was asked for anew since");
        assertThat(grace.post(month + "/reopen/approve", Map.of()).statusCode())
                .as("without having read anything")
                .isEqualTo(400);
        assertThat(grace.approve(month, "/reopen").statusCode()).isEqualTo(303);

        assertThat(viewer.page(month)).contains("is-open");
        assertThat(viewer.page("/console/sandbox/audit?subject=live/2020-01"))
                .contains("month.ask_reopen", "month.reopen", "proof-grace")
                .doesNotContain("title=\"month.hard_close\"");
    }
}
