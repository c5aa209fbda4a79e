package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ApiCaller;
import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.jobs.bank.BankWork;
import dev.countersign.jobs.bank.SettlementAccounts;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The page of what the bank stated, on which finance says what an entry pays. */
class ConsoleBankIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final String BANK = "/console/sandbox/bank";
    private static final String ACCOUNT = "CH9300762011623852957";

    /** So far ahead that no night of another test compares it. */
    private static LocalDate valueDate;

    private static ConsoleCaller viewer;
    private static ConsoleCaller operator;
    private static ConsoleCaller finance;
    private static BankWork work;

    @BeforeAll
    static void importAStatement() {
        valueDate = LocalDate.now(ZoneOffset.UTC).plusDays(400);
        viewer = ConsoleCaller.somebody(PRODUCT, "bank-viewer", OperatorRole.VIEWER);
        operator = ConsoleCaller.somebody(PRODUCT, "bank-operator", OperatorRole.OPERATOR);
        finance = ConsoleCaller.somebody(PRODUCT, "bank-finance", OperatorRole.FINANCE);
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(PRODUCT.databaseUrl());
        work = new BankWork(new Database(JdbiSetup.over(database)));
        new BankStatements(database, Clock.systemUTC())
                .importFrom(
                        new ByteArrayInputStream(statement().getBytes(StandardCharsets.UTF_8)),
                        Mode.SANDBOX,
                        new SettlementAccounts(Map.of("CHF", ACCOUNT), null));
    }

    private static String statement() {
        return """
               <?xml version="1.0" encoding="UTF-8"?>
               <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
               <GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt><Id>CONSOLE-1</Id>
               <Acct><Id><IBAN>%s</IBAN></Id><Ccy>CHF</Ccy></Acct>%s%s</Stmt>
               </BkToCstmrStmt></Document>
               """
                .formatted(
                        ACCOUNT,
                        entry("NETWORK-1", "120.50"),
                        entry("TOP-UP-1", "7.00")
                                + entry("FEE-1", "3.00")
                                        .replace(
                                                "</Ntry>",
                                                """
                                        <NtryDtls><TxDtls><RmtInf>
                                        <Ustrd>fund_01M8HDX82BFCG94V4JSM8Q9EV0</Ustrd>
                                        </RmtInf></TxDtls></NtryDtls></Ntry>
                                        """));
    }

    private static String entry(String reference, String amount) {
        return """
               <Ntry><Amt Ccy="CHF">%s</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
               <BookgDt><Dt>%s</Dt></BookgDt><ValDt><Dt>%s</Dt></ValDt>
               <AcctSvcrRef>%s</AcctSvcrRef></Ntry>
               """
                .formatted(amount, valueDate, valueDate, reference);
    }

    private static BankWork.Entry entry(String reference) {
        return work.entries(Mode.SANDBOX, valueDate, 10).stream()
                .filter(each -> reference.equals(each.reference()))
                .findFirst()
                .orElseThrow();
    }

    private static int act(ConsoleCaller caller, String reference, Map<String, String> form) {
        return caller.post(path(reference, form), form).statusCode();
    }

    private static String path(String reference, Map<String, String> form) {
        return BANK + "/" + entry(reference).named() + (form.isEmpty() ? "/fee" : "/settle");
    }

    private static String fundingAccount() {
        ApiCaller key = PRODUCT.caller(Mode.SANDBOX);
        String customer =
                key.create(
                        "/customers",
                        """
                        {"type": "individual", "external_id": "bank %s",
                         "name": {"first": "Ana", "last": "Ray"}}
                        """
                                .formatted(System.nanoTime()));
        return key.create(
                "/test_helpers/funding_accounts",
                "{\"currency\": \"CHF\", \"balance\": 0, \"customer_id\": \"%s\"}"
                        .formatted(customer));
    }

    @Test
    void showsTheEntriesOfADateAndWhatEachPays() {
        assertThat(viewer.page(BANK + "?value_date=" + valueDate))
                .contains("NETWORK-1", "120.50", "FEE-1", ACCOUNT)
                .doesNotContain("Pays this date");
        assertThat(viewer.page(BANK + "?value_date=" + valueDate.plusDays(1)))
                .contains("The bank has stated no entry of this value date.");
    }

    @Test
    void letsFinanceAloneSayThatAnEntryPaysAnotherDate() {
        LocalDate date = valueDate.minusDays(2);
        Map<String, String> form = Map.of("settlement_date", date.toString());

        assertThat(List.of(act(viewer, "NETWORK-1", form), act(operator, "NETWORK-1", form)))
                .containsOnly(403);
        assertThat(act(finance, "NETWORK-1", Map.of("settlement_date", "soon"))).isEqualTo(409);
        assertThat(entry("NETWORK-1").settlesOn()).isNull();

        assertThat(act(finance, "NETWORK-1", form)).isEqualTo(303);
        assertThat(entry("NETWORK-1").settlesOn()).isEqualTo(date);
        assertThat(viewer.page("/console/sandbox/audit?subject=" + entry("NETWORK-1").named()))
                .contains("Said what a bank entry pays", "bank-finance");
    }

    @Test
    void letsFinanceSayThatAnEntryIsAFeeOfTheBank() {
        assertThat(act(operator, "FEE-1", Map.of())).isEqualTo(403);
        assertThat(viewer.page(BANK + "?value_date=" + valueDate))
                .contains(
                        "It names fund_01M8HDX82BFCG94V4JSM8Q9EV0, which is no funding account here.");
        assertThat(act(finance, "FEE-1", Map.of())).isEqualTo(303);

        assertThat(entry("FEE-1").fee()).isTrue();
        assertThat(finance.page(BANK + "?value_date=" + valueDate)).contains("A fee of the bank");
    }

    /** An operator who may undo a credit alone could debit a funding account alone. */
    @Test
    void leavesAnEntryAsItIsThatMovesAFundingAccount() {
        String account = fundingAccount();
        var unused = work.fund(Mode.SANDBOX, entry("TOP-UP-1").named(), account);

        for (Map<String, String> form :
                List.of(
                        Map.<String, String>of(),
                        Map.of("settlement_date", valueDate.toString()))) {
            assertThat(finance.post(path("TOP-UP-1", form), form).body())
                    .contains("moves funding account " + account);
        }
        assertThat(entry("TOP-UP-1").fundingNamed()).isEqualTo(account);
        assertThat(finance.page(BANK + "?value_date=" + valueDate))
                .contains("This entry moves a funding account.")
                .doesNotContain(entry("TOP-UP-1").named() + "/fee");

        assertThat(work.chargeFee(Mode.SANDBOX, entry("TOP-UP-1").named()).fee()).isTrue();
    }

    @Test
    void refusesAnEntryThatIsNotThere() {
        String path = BANK + "/bke_01M8HDX82BFCG94V4JSM8Q9EV0";

        assertThat(finance.post(path + "/fee", Map.of()).body())
                .contains("There is no entry bke_01M8HDX82BFCG94V4JSM8Q9EV0.");
    }
}
