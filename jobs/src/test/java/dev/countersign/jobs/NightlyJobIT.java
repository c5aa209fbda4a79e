package dev.countersign.jobs;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anAdvice;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.NightBusyException;
import dev.countersign.jobs.night.NightLeases;
import dev.countersign.jobs.night.NightRefusedException;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several dates of a feed, settled night by night on a real database. */
class NightlyJobIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports);
    }

    @Test
    void booksHoldsAndReleasesThoseThatExpire() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 3_500, "2026-11-21T10:00:00Z");
        night.request(card, "101", 1_000, "2026-11-21T11:00:00Z");
        night.request(card, "102", 2_000, "2026-11-22T10:00:00Z").decide();

        assertThat(night.run("2026-11-21").night().state()).isEqualTo(NightState.COMPLETED);
        assertThat(holds()).containsExactly("1000", "3500");

        night.reversal(card, "101", 1_000, "2026-11-22T12:00:00Z").decide();
        night.run("2026-11-22");
        assertThat(holds()).containsExactly("2000", "3500");

        night.at("2026-12-01T02:00:00Z");
        for (int day = 23; day <= 28; day++) {
            night.run("2026-11-" + day);
        }
        assertThat(holds()).containsExactly("2000", "3500");
        night.run("2026-11-29");
        assertThat(holds()).containsExactly("2000");
        assertThat(transactions())
                .containsExactly(
                        "100 reversed 3500 held 0 cleared 0",
                        "101 reversed 1000 held 0 cleared 0",
                        "102 authorized 2000 held 2000 cleared 0");
        assertThat(balance("9010")).isEqualTo("2000");
    }

    @Test
    void settlesWhatClearedAndLeavesLaterDatesToLaterNights() {
        CardId card = night.book.card(null, null, null);
        CardId other = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.request(card, "101", 3_000, "2026-11-21T11:00:00Z");
        night.request(other, "102", 2_000, "2026-11-21T12:00:00Z");
        night.cash(other, "103", 10_000, "2026-11-21T13:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T23:00:00Z");
        night.clearing(card, "101", "A101", 2_500, "2026-11-22T06:00:00Z");
        night.clearing(other, "102", "A102", 2_600, "2026-11-22T06:00:00Z");
        night.clearing(other, "999", "A999", 5_500, "2026-11-22T07:00:00Z");
        night.clearing(null, "998", "A998", 700, "2026-11-22T07:00:00Z");
        night.refund(card, "200", "A200", 1_000, "2026-11-22T08:00:00Z").decide();

        night.run("2026-11-21");

        assertThat(transactions())
                .contains(
                        "100 settled 5000 held 0 cleared 5000",
                        "101 authorized 3000 held 3000 cleared 0",
                        "103 settled 10000 held 0 cleared 10000");
        assertThat(holds()).containsExactly("2000", "3000");
        assertThat(balance("9010")).isEqualTo("5000");
        assertThat(balance("2010")).isEqualTo("-14950");

        night.run("2026-11-22");

        assertThat(transactions())
                .containsExactly(
                        "100 settled 5000 held 0 cleared 5000",
                        "101 settled 2500 held 0 cleared 2500",
                        "102 settled 2600 held 0 cleared 2600",
                        "103 settled 10000 held 0 cleared 10000",
                        "200 settled 1000 held 0 cleared 1000",
                        "999 settled 5500 held 0 cleared 5500");
        assertThat(holds()).isEmpty();
        assertThat(balance("9010")).isEqualTo("0");
        assertThat(balance("1310")).isEqualTo("700");
        assertThat(breaks())
                .containsExactly(
                        "AMOUNT_OVER 600 open",
                        "CLEARING_WITHOUT_AUTH 5500 open",
                        "REFUND_UNLINKED 1000 open",
                        "UNKNOWN_CARD 700 open");
        assertThat(night.rows("select count(*)::text from night_work")).containsExactly("0");
        assertThat(night.rows("select count(*)::text from settlement_line")).containsExactly("7");
    }

    @Test
    void totalsWhatEachCardDidOnEachDayAndAgainWhereItChanged() {
        CardId card = night.book.card(null, 6_000L, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.request(card, "101", 2_000, "2026-11-21T11:00:00Z");
        night.clearing(card, "100", "A100", 4_000, "2026-11-22T06:00:00Z").decide();
        night.run("2026-11-21");
        night.run("2026-11-22");

        assertThat(
                        night.rows(
                                """
                                select day || ' v' || version || ' on ' || business_date || ' authorized '
                                       || authorized_count || ' ' || authorized_minor || ' declined '
                                       || declined_reasons || ' counted ' || counted_minor
                                  from activity_total
                                 order by day, version
                                """))
                .containsExactly(
                        "2026-11-21 v1 on 2026-11-21 authorized 1 5000 declined"
                                + " {\"spending_limit_exceeded\": 1} counted 5000",
                        "2026-11-21 v2 on 2026-11-22 authorized 1 5000 declined"
                                + " {\"spending_limit_exceeded\": 1} counted 4000");
        assertThat(
                        night.rows(
                                """
                                select kind || ' ' || count || ' ' || debit_minor || ' ' || credit_minor
                                  from posting_total
                                 where business_date = '2026-11-22'
                                 order by kind
                                """))
                .containsExactly("interchange 1 0 40", "purchase 1 4000 0");
    }

    @Test
    void findsATotalThatDiffersOnceAndClosesItWhenTheNetworkCorrects() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 9_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 9_000, "2026-11-22T06:00:00Z");
        night.total("2026-11-23", 1, 1, 9_500, "2026-11-22T09:00:00Z").decide();
        night.run("2026-11-21");
        night.run("2026-11-22");
        assertThat(breaks()).containsExactly("TOTALS_MISMATCH 500 open");
        assertThat(balance("5010")).isEqualTo("2");

        night.total("2026-11-23", 2, 1, 9_000, "2026-11-23T09:00:00Z").decide();
        night.run("2026-11-23");

        assertThat(breaks()).containsExactly("TOTALS_MISMATCH 500 resolved");
        assertThat(balance("2010")).isEqualTo("-8912");
    }

    /** The network counts cash in its total; the approved message is the record of it. */
    @Test
    void agreesWithTheNetworkAboutADayWithCash() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 10_000, "2026-11-21T08:00:00Z");
        night.request(card, "101", 4_537, "2026-11-21T08:10:00Z");
        night.settledCash(card, "103", 10_000, -50, "2026-11-21T09:00:00Z");
        night.earning(150).clearing(card, "100", "A100", 10_000, "2026-11-21T10:00:00Z");
        night.earning(68).clearing(card, "101", "A101", 4_537, "2026-11-21T10:10:00Z");
        night.earning(-45).refundOf(card, "100", "200", "A200", 3_000, "2026-11-21T11:00:00Z");
        night.total(
                "2026-11-22",
                1,
                """
                "debit_count": 3, "debit_amount": 24537, "credit_count": 1, "credit_amount": 3000,
                "interchange_net": 123, "fees": 25, "net_amount": 21439, "is_complete": true
                """,
                "2026-11-22T09:00:00Z");
        night.decide().run("2026-11-21");
        night.run("2026-11-22");

        assertThat(breaks()).isEmpty();
        assertThat(cycles())
                .containsExactly("2026-11-22 1 visa 1000000000 intl EUR 3 24537 1 3000 123 25");
        assertThat(balance("2010")).isEqualTo("-21439");
        assertThat(balance("5015")).isEqualTo("50");
    }

    /** Nobody knows in which cycle the network settles it. */
    @Test
    void putsCashThatNamesNoCycleInNone() {
        CardId card = night.book.card(null, null, null);
        night.cash(card, "103", 10_000, -50L, "2026-11-21T09:00:00Z");
        night.total("2026-11-22", 1, 1, 10_000, -50, true, "2026-11-22T09:00:00Z").decide();
        night.run("2026-11-21");
        night.run("2026-11-22");

        assertThat(breaks()).containsExactly("TOTALS_MISMATCH 10050 open");
        assertThat(balance("2010")).isEqualTo("-10052");
    }

    /** The network stood in after our decline: its cycle is the one that the request named. */
    @Test
    void countsCashInItsCycleOnceItIsApproved() {
        CardId card = night.book.card(null, 6_000L, null);
        night.settledCash(card, "100", 10_000, -50, "2026-11-21T23:50:00Z").decide();
        night.run("2026-11-21");
        assertThat(cycles()).isEmpty();

        night.cashAdvice(card, "100", 10_000, "2026-11-22T03:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(cycles())
                .containsExactly("2026-11-22 1 visa 1000000000 intl EUR 1 10000 0 0 -50 0");
    }

    /** Debits and credits with their counts, then interchange and fees. */
    private List<String> cycles() {
        return night.rows(
                """
                select concat_ws(' ', settlement_date, cycle, network, institution, service, currency,
                                 sum(debit_count), sum(debit_minor), sum(credit_count),
                                 sum(credit_minor), sum(interchange_minor), sum(fees_minor))
                  from cycle_part
                 group by settlement_date, cycle, network, institution, service, currency
                """);
    }

    @Test
    void failsClosedWhenTheBookContradictsItself() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 9_000, "2026-11-21T10:00:00Z").decide();
        night.jdbi.useHandle(
                handle ->
                        handle.execute(
                                """
                                insert into ledger_row (subject, event, ordinal, mode, business_date,
                                    debit_account, credit_account, amount_minor, currency)
                                values ('00000000-0000-0000-0000-000000000001', 'hold_changed', 0,
                                    'sandbox', '2026-11-21', '9010', '9020', 7, 'EUR')
                                """));

        NightReport report = night.nights.run(Mode.SANDBOX, LocalDate.parse("2026-11-21"));

        assertThat(report.night().state()).isEqualTo(NightState.FAILED);
        assertThat(report.night().failure())
                .contains("memo equals open holds: account 9010 carries 9007 EUR");
        assertThat(night.nights.restart(report.night().id()).night().state())
                .isEqualTo(NightState.FAILED);
        assertThat(breaks()).containsExactly("LEDGER_MISMATCH 0 open");
        assertThat(night.rows("select detail ->> 'proof' from break"))
                .containsExactly("memo_equals_open_holds");
    }

    @Test
    void runsAnOpenDayOfTheSandboxAgainAndTakesWhatIsNew() {
        night.at("2026-11-21T12:00:00Z");
        LocalDate today = LocalDate.parse("2026-11-21");
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z").decide();
        assertThat(night.nights.runSandbox(today).night().failure()).isNull();
        night.request(card, "101", 700, "2026-11-21T11:30:00Z");
        night.clearing(card, "101", "A101", 700, "2026-11-21T11:40:00Z").decide();
        assertThat(night.nights.runSandbox(today).night().failure()).isNull();
        assertThat(night.nights.runSandbox(today).night().state()).isEqualTo(NightState.COMPLETED);

        assertThat(transactions())
                .containsExactly(
                        "100 settled 5000 held 0 cleared 5000",
                        "101 settled 700 held 0 cleared 700");
        assertThat(
                        night.rows(
                                "select name || ' v' || version || ' ' || row_count from issued_report"
                                        + " where name = 'settlement-detail' order by version"))
                .containsExactly("settlement-detail v1 1", "settlement-detail v2 2");

        night.at("2026-11-22T02:00:00Z");
        night.run("2026-11-21");
        assertRefused("2026-11-21", "complete");
    }

    @Test
    void saysWhichNightCoversADateThatHasNoneOfItsOwn(@TempDir Path out) {
        LocalDate covered = LocalDate.parse("2026-11-22");
        night.at("2026-11-23T12:00:00Z").run("2026-11-21");
        assertThat(night.nights.runSandbox(LocalDate.parse("2026-11-23")).night().failure())
                .isNull();

        assertRefused(covered.toString(), "the night of 2026-11-23 covers it");
        assertThat(
                        night.nights
                                .queries()
                                .covered(Mode.SANDBOX, covered.minusDays(3), covered.plusDays(3)))
                .isEqualTo(Map.of(covered, covered.plusDays(1)));
        assertThatThrownBy(() -> night.nights.report(Mode.SANDBOX, covered, "breaks", null, out))
                .hasMessage(
                        "2026-11-22 has no night of its own in mode sandbox: that of 2026-11-23"
                                + " covers it.");
    }

    @Test
    void issuesReportsThatProveTheNetSettlementToTheLastUnit() throws Exception {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 10_000, "2026-11-21T10:00:00Z");
        night.cash(card, "101", 4_000, "2026-11-21T10:30:00Z");
        night.clearing(card, "100", "A100", 10_000, "2026-11-21T11:00:00Z");
        night.refund(card, "200", "A200", 3_000, "2026-11-21T12:00:00Z").decide();
        night.run("2026-11-21");

        List<Path> files =
                night.nights.report(
                        Mode.SANDBOX,
                        LocalDate.parse("2026-11-21"),
                        "settlement-proof",
                        null,
                        reports.resolve("out"));

        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "settlement-proof.v1.csv",
                        "settlement-proof.v1.json",
                        "settlement-proof.v1.manifest.json");
        assertThat(Files.readString(files.getFirst()))
                .startsWith("currency,component,record_id,dispute_id,amount_minor,amount")
                .contains(
                        "\nEUR,net of the lines,,,10930,109.30",
                        "\nEUR,net of the ledger,,,10930,109.30",
                        "\nEUR,remainder,,,0,0.00");
        assertThat(night.differences("2026-11-21")).isEmpty();
        assertThat(Files.readString(reports.resolve("sandbox/2026-11-21/camt053.v1.xml")))
                .contains("<Amt Ccy=\"EUR\">109.30</Amt>");
        assertThat(
                        night.rows(
                                "select concat_ws(' ', manifest #>> '{debits,EUR,entry}',"
                                        + " manifest #>> '{credits,EUR,entry}',"
                                        + " manifest #>> '{sums,EUR,entry}')"
                                        + " from issued_report where name = 'camt053'"))
                .containsExactly("10930 0 10930");
        assertThat(
                        night.rows(
                                "select manifest #>> '{sums,EUR,amount}' from issued_report"
                                        + " where name = 'settlement-proof'"))
                .as("each line once, and no total beside it")
                .containsExactly("10930");
    }

    @Test
    void takesWhatCameLateInTheNextNight() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T23:00:00Z").decide();

        night.run("2026-11-22");

        assertThat(transactions()).containsExactly("100 settled 5000 held 0 cleared 5000");
        assertThat(night.rows("select business_date::text from settlement_line"))
                .containsExactly("2026-11-22");
    }

    @Test
    void meetsAReversalInSuspenseWithItsClearingAndLeavesTheReportsOfItsDateAlone() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(breaks()).containsExactly("REVERSAL_UNMATCHED 5000 open");
        assertThat(balance("1310")).isEqualTo("-5000");

        night.clearing(card, "100", "A100", 5_000, "2026-11-22T11:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(breaks()).containsExactly("REVERSAL_UNMATCHED 5000 resolved");
        assertThat(transactions()).containsExactly("100 reversed 5000 held 0 cleared 0");
        assertThat(balance("1310")).isEqualTo("0");
        assertThat(reported("suspense")).containsExactly("1", "0");
        assertThat(night.differences("2026-11-21")).isEmpty();
        assertThat(night.differences("2026-11-22")).isEmpty();
    }

    @Test
    void meetsAReversalWithAClearingOfTheSameNight() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z");
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T12:00:00Z").decide();

        night.run("2026-11-21");

        assertThat(breaks()).containsExactly("REVERSAL_UNMATCHED 5000 resolved");
        assertThat(
                        night.rows(
                                """
                                select count(*)::text
                                  from settlement_line
                                 where record_type = 'reversal'
                                   and identified_transaction_id is not null
                                """))
                .containsExactly("1");
        assertThat(reported("suspense")).containsExactly("0");
    }

    /** The number of a report's rows on each date. */
    private List<String> reported(String name) {
        return night.rows(
                "select row_count::text from issued_report where name = '%s' order by business_date"
                        .formatted(name));
    }

    /** The network stood in, and its advice came when the night had looked at our decline. */
    @Test
    void settlesASingleMessageThatWasApprovedAfterItsNight() {
        CardId card = night.book.card(null, 6_000L, null);
        night.cash(card, "100", 10_000, "2026-11-21T23:50:00Z").decide();
        night.run("2026-11-21");
        assertThat(transactions()).containsExactly("100 declined 10000 held 0 cleared 0");

        night.cashAdvice(card, "100", 10_000, "2026-11-22T03:00:00Z").decide();
        night.run("2026-11-22");
        night.run("2026-11-23");

        assertThat(transactions()).containsExactly("100 settled 10000 held 0 cleared 10000");
        assertThat(balance("2100")).isEqualTo("10000");
        assertThat(holds()).isEmpty();
    }

    /** The network approved for us before our copy of the request came: on its day, or the next. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-11-21T10:01:00Z", "2026-11-22T03:00:00Z"})
    void settlesASingleMessageThatCameAfterItsStandInAdvice(String late) {
        CardId card = night.book.card(null, null, null);
        night.cashAdvice(card, "100", 10_000, "2026-11-21T10:00:00Z").decide();
        LocalDate day = LocalDate.parse(late.substring(0, 10));
        if (day.getDayOfMonth() == 22) {
            night.run("2026-11-21");
        }

        night.settledCash(card, "100", 10_000, 30, late).decide();
        night.runThrough(day, LocalDate.parse("2026-11-23"));

        assertThat(transactions()).containsExactly("100 settled 10000 held 0 cleared 10000");
        assertThat(balance("2100")).isEqualTo("10000");
        assertThat(holds()).isEmpty();
        assertThat(night.rows("select type from break")).isEmpty();
        assertThat(night.differences("2026-11-21")).isEmpty();
    }

    /** The decline was of another currency: what the network approved is held, and settled. */
    @Test
    void closesThoughTheNetworkApprovedInTheCardsCurrencyWhatWasDeclinedInAnother() {
        CardId card = night.book.card(null, null, null);
        night.feed.add(card, aRequest().ofLifecycle("100").withCurrency("USD").at(PLACED));
        night.feed.add(
                card,
                anAdvice()
                        .ofLifecycle("100")
                        .withStan("000002")
                        .withAmount(1_000)
                        .approvedFor(1_000)
                        .at("2026-11-21T10:00:01Z"));
        night.clearing(card, "100", "A100", 1_000, "2026-11-21T23:00:00Z").decide();

        assertThat(night.run("2026-11-21").night().state()).isEqualTo(NightState.COMPLETED);

        assertThat(balance("2100")).isEqualTo("1000");
        assertThat(holds()).isEmpty();
    }

    private static final String PLACED = "2026-11-21T10:00:00Z";

    @Test
    void dropsTheCachedCardSoThatTheStreamGoesOnFromWhatTheNightLeft() {
        CardId card = night.book.card(null, 6_000L, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.clearing(card, "100", "A100", 1_000, "2026-11-21T23:00:00Z").decide();
        night.run("2026-11-21");

        night.request(card, "101", 5_000, "2026-11-21T23:30:00Z").decide();

        assertThat(transactions())
                .containsExactly(
                        "100 settled 1000 held 0 cleared 1000",
                        "101 authorized 5000 held 5000 cleared 0");
    }

    @Test
    void refusesDatesOutOfOrder() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 3_500, "2026-11-21T10:00:00Z").decide();

        assertRefused("2026-11-26", "future");
        assertRefused("2026-11-25", "open");
        assertRefused("2026-11-22", "before 2026-11-21 is complete");
        night.run("2026-11-21");
        assertRefused("2026-11-21", "complete");
        assertRefused("2026-11-20", "the book begins with 2026-11-21");
        assertRefused("2026-11-23", "before 2026-11-22 is complete");
        night.run("2026-11-22");
    }

    @Test
    void saysThatACompleteNightIsCompleteAlsoWhileAnotherRuns() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 3_500, "2026-11-21T10:00:00Z").decide();
        long complete = night.run("2026-11-21").night().id();

        NightLeases others =
                new NightLeases(POSTGRES.dataSource(), Duration.ofSeconds(30), "another process");
        try (NightLeases.Lease running = others.tryTake(Mode.SANDBOX).orElseThrow()) {
            assertThat(running).isNotNull();
            assertThatThrownBy(() -> night.nights.restart(complete))
                    .isInstanceOf(NightRefusedException.class)
                    .hasMessageContaining("is complete: there is nothing to go on with");
            assertThatThrownBy(() -> night.run("2026-11-22"))
                    .isInstanceOf(NightBusyException.class)
                    .hasMessageContaining("run or proved by another process");
        }
        night.run("2026-11-22");
    }

    private void assertRefused(String date, String reason) {
        assertThatThrownBy(() -> night.run(date))
                .isInstanceOf(NightRefusedException.class)
                .hasMessageContaining(reason);
    }

    private List<String> holds() {
        return night.rows("select held_minor::text from open_hold order by held_minor");
    }

    private List<String> transactions() {
        return night.rows(
                """
                select network_txn_id || ' ' || status || ' ' || amount_minor || ' held ' || held_minor
                       || ' cleared ' || cleared_minor
                  from transaction
                 order by network_txn_id, id
                """);
    }

    private List<String> breaks() {
        return night.rows(
                "select type || ' ' || amount_minor || ' ' || state from break order by type");
    }

    private String balance(String account) {
        return night.rows(
                        """
                        select coalesce(sum(case when debit_account = '%1$s' then amount_minor else 0 end
                                   - case when credit_account = '%1$s' then amount_minor else 0 end), 0)::text
                          from ledger_entry
                        """
                                .formatted(account))
                .getFirst();
    }
}
