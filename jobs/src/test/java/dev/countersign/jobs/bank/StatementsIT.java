package dev.countersign.jobs.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.bank.BankStatements.StatementImportResult;
import dev.countersign.jobs.bank.camt.StatementText;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements as banks issue them: the entries that count, and the files that are refused. */
class StatementsIT {

    private static final String ACCOUNT = StatementText.ACCOUNT;
    private static final String DAY = "2026-11-26";

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private final Jdbi jdbi = JdbiSetup.over(POSTGRES.dataSource());

    @BeforeEach
    void begin() {
        POSTGRES.empty();
    }

    // ---- the inputs of banks that went wrong

    @Test
    void countsOverlappingDownloadsOnce() {
        assertThat(file("download-monday").added()).isEqualTo(1);
        StatementImportResult tuesday = file("download-tuesday-overlaps");

        assertThat(tuesday.entries()).isEqualTo(2);
        assertThat(tuesday.added()).isEqualTo(1);
        assertThat(entries()).containsExactly("EUR 2026-11-26 10000", "EUR 2026-11-27 5000");
        assertThat(file("download-monday").added()).isZero();
        assertThat(file("download-tuesday-overlaps").added()).isZero();
    }

    @Test
    void countsOverlappingDownloadsOnceInTheOtherOrder() {
        assertThat(file("download-tuesday-overlaps").added()).isEqualTo(2);
        assertThat(file("download-monday").added()).isZero();
    }

    @Test
    void refusesAnEntryWithoutStatusAndNamesIt() {
        assertThatThrownBy(() -> file("no-status"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage(
                        "Entry 1 (R1) of statement NS1 has no status (Sts): it cannot be told whether"
                                + " it is booked.");
        assertThat(all("select count(*)::text from bank_statement")).containsExactly("0");
    }

    @Test
    void refusesAStatementOfAnotherAccount() {
        assertThatThrownBy(() -> take(resource("other-account"), Map.of("eur", ACCOUNT), null))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage(
                        "The statement PAYROLL is of account SE4550000000058398257466 in SEK, and no"
                                + " settlement account is set for SEK: set"
                                + " countersign.bank.accounts.sek or name it with --account.");
        assertThatThrownBy(
                        () ->
                                take(
                                        resource("other-account"),
                                        Map.of("SEK", "SE00 0001"),
                                        "SE4550000000058398257466"))
                .hasMessage(
                        "The statement PAYROLL is of account SE4550000000058398257466, which is not the"
                                + " settlement account in SEK: that is SE000001"
                                + " (countersign.bank.accounts.sek).");
        assertThatThrownBy(() -> take(resource("other-account"), Map.of(), ACCOUNT))
                .hasMessageEndingWith("that is DE89370400440532013000 (--account).");
        assertThat(entries()).isEmpty();
    }

    @Test
    void takesStatementsOfOneAccountNumberInThreeCurrenciesApart() {
        assertThat(file("three-currencies-one-id").statements())
                .extracting(statement -> statement.currency() + " " + statement.added())
                .containsExactly("EUR 1", "USD 1", "GBP 1");
        assertThat(entries())
                .containsExactly(
                        "EUR 2026-11-26 1000", "GBP 2026-11-26 3000", "USD 2026-11-26 2000");
    }

    // ---- what they stand for

    @Test
    void refusesTheReportThatTheProductItselfIssues() {
        String own =
                StatementText.named("live-2026-11-26-1-EUR")
                        .of("2010")
                        .pays(null, "1.00", DAY)
                        .toString()
                        .replace("M1", "live-2026-11-26-1");

        assertThatThrownBy(() -> take(StatementText.stream(own), Map.of(), "2010"))
                .hasMessage(
                        "This is the report camt053 that Countersign issues about account 2010 of its"
                                + " ledger, and no statement of a bank.");
    }

    @Test
    void countsEqualEntriesOfAStatementEachAndOnceHoweverOftenTheyAreStated() {
        StatementText monday =
                StatementText.named("A").pays(null, "5.00", DAY).pays(null, "5.00", DAY);
        StatementText tuesday =
                StatementText.named("B")
                        .pays(null, "5.00", DAY)
                        .pays(null, "7.00", DAY)
                        .pays(null, "5.00", DAY)
                        .pays(null, "5.00", DAY);

        assertThat(take(monday).added()).isEqualTo(2);
        assertThat(take(tuesday).added()).isEqualTo(2);
        assertThat(take(monday).added()).isZero();
        assertThat(take(tuesday).added()).isZero();
    }

    @Test
    void countsThePagesOfAStatementEach() {
        StatementText first = page(1, false).opens("100.00", DAY);
        StatementText second = page(2, false);
        StatementText third = page(3, true).closes("85.00", DAY);

        assertThat(take(third).added()).isEqualTo(1);
        assertThat(take(first).added()).isEqualTo(1);
        assertThat(take(first).added()).isZero();
        assertThat(complete()).containsExactly("false");
        assertThat(take(second).added()).isEqualTo(1);
        assertThat(complete()).containsExactly("true");
        assertThat(take(third).added()).isZero();
        assertThat(entries()).hasSize(3);
    }

    /** The bank counts its statements, pages and references anew each year. */
    @Test
    void takesNamesThatAreUsedAgainNextYearForNew() {
        for (String year : List.of("2025", "2026")) {
            String day = year + "-11-26";
            assertThat(
                            take(StatementText.named("1")
                                            .created("2026-11-27")
                                            .sequence(1)
                                            .page(1, false)
                                            .opens("10.00", day)
                                            .pays("X1", "1.00", day)
                                            .pays(null, "1.00", day))
                                    .added())
                    .isEqualTo(2);
            assertThat(
                            take(StatementText.named("1")
                                            .created("2026-11-27")
                                            .sequence(1)
                                            .page(2, true)
                                            .pays(null, "1.00", day)
                                            .closes("7.00", day))
                                    .added())
                    .isEqualTo(1);
        }
        assertThat(entries()).hasSize(6);
        assertThat(complete()).containsExactly("true", "true");
    }

    @Test
    void refusesAStatementThatDoesNotAddUp() {
        assertThatThrownBy(
                        () ->
                                take(
                                        StatementText.named("S1")
                                                .opens("100.00", DAY)
                                                .pays("X1", "10.00", DAY)
                                                .pays("X2", "-1.50", DAY)
                                                .closes("91.00", DAY)))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage(
                        "The statement S1 does not add up: it opens with EUR 100.00, its booked entries"
                                + " move -8.50, and it closes with 91.00.");
        assertThat(entries()).isEmpty();
    }

    @Test
    void refusesTheWholeFileWithOneOfItsStatements() {
        String file =
                StatementText.document(
                        StatementText.named("S1").pays("X1", "10.00", DAY),
                        StatementText.named("S2").of("DE00").pays("X2", "10.00", DAY));

        assertThatThrownBy(() -> take(StatementText.stream(file), Map.of(), ACCOUNT))
                .isInstanceOf(ActionRefusedException.class);
        assertThat(entries()).isEmpty();
    }

    @Test
    void takesAnEntryAndItsReversalUnderOneReferenceForTwo() {
        assertThat(
                        take(StatementText.named("S1")
                                        .pays("X1", "10.00", DAY)
                                        .pays("X1", "-10.00", DAY)
                                        .pays("X1", "0.30", DAY))
                                .added())
                .isEqualTo(3);
    }

    @Test
    void refusesAReferenceThatIsGivenToAnotherAmountOrValueDate() {
        take(StatementText.named("S1").pays("X1", "10.00", DAY));

        assertThatThrownBy(() -> take(StatementText.named("S2").pays("X1", "11.00", DAY)))
                .hasMessageStartingWith(
                        "Entry X1 of statement S2 was stated before with EUR 10.00;");
        assertThatThrownBy(
                        () ->
                                take(
                                        StatementText.named("S3")
                                                .pays("X1", "10.00", DAY, "2026-11-27")))
                .hasMessageStartingWith(
                        "Entry X1 of statement S3 was stated before with the value date 2026-11-26;");
        assertThat(entries()).hasSize(1);
    }

    /** Two references may be shown alike although they are two. */
    @Test
    void tellsReferencesApartOfWhichTheSameIsShown() {
        take(StatementText.named("S1").pays("4111110000091111", "10.00", DAY));

        assertThat(take(StatementText.named("S2").pays("4111110000171111", "11.00", DAY)).added())
                .isEqualTo(1);
        assertThat(all("select distinct reference from bank_entry"))
                .containsExactly("************1111");
        assertThatThrownBy(
                        () ->
                                take(
                                        StatementText.named("S3")
                                                .pays("4111110000091111", "12.00", DAY)))
                .hasMessageStartingWith(
                        "Entry ************1111 of statement S3 was stated before with EUR 10.00;");
    }

    @Test
    void takesTheCurrencyOfTheAccountWhereAStatementThatSaysNothingMovedNamesNone() {
        StatementText silent = StatementText.named("S1").of("4711").in(null).created(DAY);

        assertThatThrownBy(() -> take(silent.stream(), Map.of(), "4711"))
                .hasMessageStartingWith("The statement S1 names no currency");
        assertThat(take(silent.stream(), Map.of("jpy", "4711"), null).statements())
                .extracting(BankStatements.ImportedStatement::currency)
                .containsExactly("JPY");
    }

    @Test
    void keepsTheBooksApart() {
        take(StatementText.named("S1").pays("X1", "10.00", DAY));

        assertThat(
                        bank().importFrom(
                                        StatementText.named("S1").pays("X1", "10.00", DAY).stream(),
                                        Mode.LIVE,
                                        new SettlementAccounts(Map.of(), ACCOUNT))
                                .added())
                .isEqualTo(1);
    }

    @Test
    void takesAStatementThatIsLongerThanABatch() {
        StatementText text = StatementText.named("LONG");
        for (int i = 0; i < 2_500; i++) {
            text.pays(i % 2 == 0 ? null : "X" + i, "1.00", DAY);
        }

        assertThat(take(text).added()).isEqualTo(2_500);
        assertThat(take(text).added()).isZero();
    }

    private static StatementText page(int number, boolean last) {
        return StatementText.named("P").page(number, last).pays(null, "5.00", DAY);
    }

    private StatementImportResult file(String name) {
        return take(resource(name), Map.of(), ACCOUNT);
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(
                StatementsIT.class.getResourceAsStream(name + ".camt053.xml"), name);
    }

    private StatementImportResult take(StatementText statement) {
        return take(statement.stream(), Map.of(), ACCOUNT);
    }

    private StatementImportResult take(
            InputStream file, Map<String, String> accounts, String otherwise) {
        return bank().importFrom(file, Mode.SANDBOX, new SettlementAccounts(accounts, otherwise));
    }

    private static BankStatements bank() {
        return new BankStatements(
                POSTGRES.dataSource(), () -> Instant.parse("2026-11-28T06:00:00Z"));
    }

    private List<String> entries() {
        return all(
                "select currency || ' ' || value_date || ' ' || paid_minor from bank_entry"
                        + " order by currency, value_date, id");
    }

    private List<String> complete() {
        return all("select complete::text from bank_statement order by edition");
    }

    private List<String> all(String sql) {
        return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
    }
}
