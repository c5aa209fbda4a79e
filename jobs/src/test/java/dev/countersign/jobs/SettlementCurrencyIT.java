package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.bank.BankStatements;
import dev.countersign.jobs.bank.SettlementAccounts;
import dev.countersign.jobs.bank.camt.StatementText;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Cards billed in euro whose records the network settles in dollars. */
class SettlementCurrencyIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
    }

    @Test
    void isChargedOnceAndProvedInBothCurrencies() {
        CardId plain = night.book.card(null, null, null);
        night.settlementCurrencies("USD");
        night.request(plain, "100", 9_000, "2026-11-21T08:00:00Z");
        night.clearing(plain, "100", "A100", 9_000, "2026-11-21T10:00:00Z");
        night.request(card, "200", 5_000, "2026-11-21T08:00:00Z");
        night.settledIn("USD", 5_500L).earning(55);
        night.clearing(card, "200", "A200", 5_000, "2026-11-21T10:00:00Z");
        night.total("2026-11-22", 1, 1, 9_000, "2026-11-21T11:00:00Z");
        dollarTotal("2026-11-22", 5_500, 55).decide();
        pay("S1", StatementText.ACCOUNT, "EUR", "89.12");
        pay("S2", "NL91ABNA0417164300", "USD", "54.45");
        night.run("2026-11-21");
        night.run("2026-11-22");

        assertThat(night.rows("select status || ' ' || amount_minor from transaction order by id"))
                .containsExactlyInAnyOrder("settled 9000", "settled 5000");
        assertThat(night.rows("select type from break")).isEmpty();
        assertThat(night.openBalances())
                .containsExactly(
                        "1010 EUR -8912",
                        "1010 USD -5445",
                        "1900 EUR -5000",
                        "1901 USD 5500",
                        "2100 EUR 14000",
                        "4010 EUR -90",
                        "4010 USD -55",
                        "5010 EUR 2");
        assertThat(night.rows("select currency || ' ' || state from bank_day order by currency"))
                .containsExactly("EUR agrees", "USD agrees");
        assertProved("2026-11-22");
    }

    @Test
    void goesBackThroughBothCurrenciesWhenItIsRefundedOrTakenBack() {
        night.settlementCurrencies("1000000000:USD").earning(0);
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.settledIn("USD", 5_500L);
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T10:00:00Z");
        night.settledIn("USD", 2_200L);
        night.refundOf(card, "100", "101", "A101", 2_000, "2026-11-21T12:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(night.openBalances())
                .containsExactly(
                        "1900 EUR -3000", "1901 USD 3300", "2010 USD -3300", "2100 EUR 3000");

        night.clearingReversal(card, "100", "A100", 2_000, "2026-11-22T10:00:00Z").decide();
        night.run("2026-11-22");
        assertThat(night.openBalances())
                .containsExactly(
                        "1900 EUR -1000", "1901 USD 1100", "2010 USD -1100", "2100 EUR 1000");
        assertProved("2026-11-22");
    }

    /** It was billed at nothing, and is taken back in the currency that it was settled in. */
    @Test
    void goesBackWhereNothingWasBilled() {
        night.settlementCurrencies("1000000000:USD").earning(0).settledIn("USD", 500L);
        night.clearing(card, "100", "A100", 0, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        assertThat(night.openBalances()).containsExactly("1901 USD 500", "2010 USD -500");

        night.clearingReversal(card, "100", "A100", 0, "2026-11-22T10:00:00Z").decide();
        night.run("2026-11-22");
        assertThat(night.openBalances()).isEmpty();
        assertProved("2026-11-22");
    }

    /** The clearing said zero, which has no side; the reversal alone says what is earned. */
    @Test
    void isGivenBackWithTheInterchangeOfTheReversalWhereTheClearingSaidZero() {
        night.earning(0).request(card, "100", 1_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "100", "A100", 1_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");
        night.earning(-18).clearingReversal(card, "100", "A100", 1_000, "2026-11-22T10:00:00Z");
        night.decide().run("2026-11-22");

        assertThat(night.openBalances()).containsExactly("2010 EUR -18", "4010 EUR 18");
        assertProved("2026-11-22");
    }

    @Test
    void isPostedOutOfSuspenseWhenTheSettingComes() {
        night.settlementCurrencies("9999999999:USD", "GBP").earning(55);
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.settledIn("USD", 5_500L);
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run("2026-11-21");

        assertThat(breaks()).containsExactly("CURRENCY_MISMATCH open");
        assertThat(night.openBalances())
                .containsExactly(
                        "1310 USD 5500",
                        "2010 USD -5445",
                        "4010 USD -55",
                        "9010 EUR 5000",
                        "9020 EUR -5000");
        night.run("2026-11-22");
        assertThat(breaks()).containsExactly("CURRENCY_MISMATCH open");

        night.settlementCurrencies("1000000000:USD").run("2026-11-23");
        assertThat(night.rows("select status || ' ' || amount_minor from transaction"))
                .containsExactly("settled 5000");
        assertThat(breaks()).containsExactly("CURRENCY_MISMATCH resolved");
        assertThat(night.rows("select resolution from break"))
                .containsExactly("the program settles in its currency");
        List<String> posted =
                List.of(
                        "1900 EUR -5000",
                        "1901 USD 5500",
                        "2010 USD -5445",
                        "2100 EUR 5000",
                        "4010 USD -55");
        assertThat(night.openBalances()).isEqualTo(posted);
        assertProved("2026-11-23");

        night.run("2026-11-24");
        assertThat(night.openBalances()).isEqualTo(posted);
        night.settlementCurrencies().request(card, "200", 5_000, "2026-11-24T08:00:00Z");
        night.clearing(card, "200", "A200", 5_000, "2026-11-24T10:00:00Z").decide();
        night.at("2026-11-26T02:00:00Z").run("2026-11-25");
        assertThat(breaks())
                .containsExactly("CURRENCY_MISMATCH open", "CURRENCY_MISMATCH resolved");
    }

    private NightRun dollarTotal(String settlementDate, long debit, long interchange) {
        return night.total(
                settlementDate,
                "USD",
                1,
                """
                "debit_count": 1, "debit_amount": %s, "credit_count": 0, "credit_amount": 0,
                "interchange_net": %s, "fees": 0, "net_amount": %s, "is_complete": true
                """
                        .formatted(debit, interchange, debit - interchange),
                settlementDate + "T00:00:00Z");
    }

    private static void pay(String statement, String account, String currency, String amount) {
        var unused =
                new BankStatements(
                                POSTGRES.dataSource(), () -> Instant.parse("2026-11-23T01:00:00Z"))
                        .importFrom(
                                StatementText.named(statement)
                                        .of(account)
                                        .in(currency)
                                        .pays("R" + currency, amount, "2026-11-22")
                                        .stream(),
                                Mode.SANDBOX,
                                new SettlementAccounts(Map.of(), account));
    }

    private void assertProved(String date) {
        assertThat(night.differences(date)).isEmpty();
    }

    private List<String> breaks() {
        return night.rows("select type || ' ' || state from break order by 1");
    }
}
