package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.bank.camt.StatementText;
import dev.countersign.jobs.fx.CurrencyPurchase;
import dev.countersign.jobs.fx.CurrencyPurchases;
import dev.countersign.jobs.fx.FxRates;
import dev.countersign.jobs.month.Months;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.settlement.MonthClose.Stage;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The position in two currencies is valued at the end of a month. */
class RevaluationIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final YearMonth NOVEMBER = YearMonth.of(2026, 11);
    private static final AtomicLong SECONDS = new AtomicLong();
    private static final InstantSource CLOCK =
            () -> Instant.parse("2027-01-03T09:00:00Z").plusSeconds(SECONDS.incrementAndGet());

    @TempDir Path reports;

    private NightRun night;
    private Months months;
    private FxRates rates;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports).at("2027-01-03T02:00:00Z");
        months = new Months(new Database(night.jdbi), CLOCK);
        rates = new FxRates(new Database(night.jdbi), CLOCK);
        CardId card = night.book.card(null, null, null);
        night.settlementCurrencies("USD").earning(0);
        night.request(card, "100", 5_000, "2026-11-29T08:00:00Z");
        night.settledIn("USD", 5_500L);
        // Settled in the next month, so that no bank has to say anything of this one.
        night.clearing(card, "100", "A100", 5_000, "2026-11-30T10:00:00Z").decide();
    }

    @Test
    void booksWhatTheMonthLostAndTheNextOneGained() {
        load("Date,USD\n2026-11-27,1.0500\n2026-11-20,1.2000\n2026-12-31,1.1000\n");
        night.run("2026-11-29");
        night.run("2026-11-30");

        // 5500 dollars cost 5238 euro by the rate of Friday, and were charged with 5000.
        assertThat(night.openBalances())
                .containsExactly(
                        "1900 EUR -5238",
                        "1901 USD 5500",
                        "2010 USD -5500",
                        "2100 EUR 5000",
                        "5050 EUR 238");
        assertThat(valued())
                .containsExactly(
                        "2026-11-01 EUR -5000 at 1 of 2026-11-30 is -5000",
                        "2026-11-01 USD 5500 at 1.0500 of 2026-11-27 is 5238");
        assertThat(night.differences("2026-11-30")).isEmpty();
        assertThat(months.softClose(Mode.SANDBOX, NOVEMBER, "ann").stage())
                .isEqualTo(Stage.SOFT_CLOSED);

        night.runThrough(LocalDate.parse("2026-12-01"), LocalDate.parse("2026-12-31"));
        assertThat(night.openBalances()).contains("1900 EUR -5000").doesNotContain("5050 EUR 238");
        assertThat(valued())
                .hasSize(4)
                .contains("2026-12-01 EUR -5238 at 1 of 2026-12-31 is -5238");
    }

    /** Nothing is left to value at the end of the month, and the bank agrees with it. */
    @Test
    void closesThePositionThatIsBoughtAndTheMonthHasNothingLeft() {
        night.run("2026-11-29");
        CurrencyPurchases purchases = new CurrencyPurchases(new Database(night.jdbi), CLOCK);
        assertThat(purchases.open(Mode.SANDBOX)).isEmpty();
        load("Date,USD\n2026-11-27,1.0500\n2026-12-31,1.1000\n");
        night.run("2026-11-30");
        assertThat(positions(purchases)).containsExactly("EUR -5238", "USD 5500");

        assertThatThrownBy(() -> buy(purchases, "USD 5501 for EUR 5200 on 2026-12-02"))
                .hasMessage(
                        "The open position in USD is 5500 in minor units: 5501 cannot be bought for it.");
        assertThatThrownBy(() -> buy(purchases, "EUR 1 for USD 1 on 2026-12-02"))
                .hasMessageStartingWith("The open position in EUR is -5238");
        assertThatThrownBy(() -> buy(purchases, "USD 2500 for EUR 2400 on 2062-12-02"))
                .hasMessageStartingWith("The value date 2062-12-02 is more than 14 days ahead");
        assertThatThrownBy(() -> buy(purchases, "USD 1 for USD 1 on 2026-12-02"))
                .hasMessage("A currency is bought with another one, and both are USD.");
        buy(purchases, "USD 2500 for EUR 2400 on 2026-12-02");
        assertThat(positions(purchases)).containsExactly("EUR -2838", "USD 3000");
        buy(purchases, "USD 3000 for EUR 2850 on 2026-12-02");
        assertThat(positions(purchases)).isEmpty();
        assertThatThrownBy(() -> buy(purchases, "USD 3000 for EUR 2850 on 2026-12-02"))
                .hasMessage("That is booked already: the position shows it.");

        statement("EUR", "52.50");
        statement("USD", "-55.00");
        night.runThrough(LocalDate.parse("2026-12-01"), LocalDate.parse("2026-12-31"));

        assertThat(night.rows("select type from break where type = 'BANK_MISMATCH'")).isEmpty();
        assertThat(night.openBalances())
                .containsExactly(
                        "1010 EUR -5250",
                        "1010 USD 5500",
                        "2010 USD -5500",
                        "2100 EUR 5000",
                        "5050 EUR 250");
        assertThat(valued()).last().isEqualTo("2026-12-01 EUR 0 at 1 of 2026-12-31 is 0");
        assertThat(night.differences("2026-12-31")).isEmpty();
    }

    /**
     * Booked of another day than the bank's, it would leave two value dates that differ for ever.
     */
    @Test
    void isOpenAgainWhereAPurchaseIsTakenBack() {
        load("Date,USD\n2026-11-27,1.0500\n2026-12-31,1.1000\n");
        night.run("2026-11-29");
        night.run("2026-11-30");
        CurrencyPurchases purchases = new CurrencyPurchases(new Database(night.jdbi), CLOCK);
        buy(purchases, "USD 5500 for EUR 5250 on 2026-12-03");
        statement("EUR", "52.50");
        statement("USD", "-55.00");
        night.runThrough(LocalDate.parse("2026-12-01"), LocalDate.parse("2026-12-04"));
        assertThat(
                        night.rows(
                                "select 1 from break where type = 'BANK_MISMATCH' and state = 'open'"))
                .isNotEmpty();
        assertThat(positions(purchases)).isEmpty();

        String booked = purchases.newest(Mode.SANDBOX, 1).getFirst().named();
        assertThat(purchases.undo(Mode.SANDBOX, booked, "ann").undone()).isTrue();
        assertThatThrownBy(() -> purchases.undo(Mode.SANDBOX, booked, "ann"))
                .hasMessage("Purchase %s was taken back before.".formatted(booked));
        assertThat(positions(purchases)).containsExactly("EUR -5238", "USD 5500");
        buy(purchases, "USD 5500 for EUR 5250 on 2026-12-02");
        night.run("2026-12-05");

        assertThat(
                        night.rows(
                                "select 1 from break where type = 'BANK_MISMATCH' and state = 'open'"))
                .isEmpty();
        assertThat(night.openBalances())
                .containsExactly(
                        "1010 EUR -5250",
                        "1010 USD 5500",
                        "2010 USD -5500",
                        "2100 EUR 5000",
                        "5050 EUR 250");
        assertThat(night.differences("2026-12-05")).isEmpty();
    }

    /** The bookings of a failed night are not summed yet. */
    @Test
    void isShownWithTheDateOfANightThatFailed() {
        night.run("2026-11-29");
        night.run("2026-11-30");
        night.owner.useHandle(
                handle ->
                        handle.execute(
                                "update night set state = 'failed' where business_date = '2026-11-30'"));
        CurrencyPurchases purchases = new CurrencyPurchases(new Database(night.jdbi), CLOCK);

        assertThat(positions(purchases)).containsExactly("EUR -5000", "USD 5500");
        purchases.require(
                Mode.SANDBOX, CurrencyPurchase.parse("USD 5500 for EUR 5200 on 2027-01-05"));
        assertThatThrownBy(() -> buy(purchases, "USD 5500 for EUR 5200 on 2027-01-05"))
                .hasMessageStartingWith("The night of 2026-11-30 (sandbox) is not complete:");
    }

    private static void buy(CurrencyPurchases purchases, String words) {
        purchases.buy(
                Mode.SANDBOX, CurrencyPurchase.parse(words), NamedId.of("form", words), "ann");
    }

    private static List<String> positions(CurrencyPurchases purchases) {
        return purchases.open(Mode.SANDBOX).stream()
                .map(position -> position.currency() + " " + position.minor())
                .toList();
    }

    private void statement(String currency, String paid) {
        new BankClerk(POSTGRES.dataSource(), CLOCK)
                .take(
                        StatementText.named("S-" + currency)
                                .in(currency)
                                .pays("X-" + currency, paid, "2026-12-02"));
    }

    @Test
    void saysThatARateIsMissingAndIsDoneByTheNightAfterItCame() {
        night.run("2026-11-29");
        night.run("2026-11-30");
        assertThat(breaks()).containsExactly("FX_RATE_MISSING open 5500 USD");
        assertThatThrownBy(() -> months.softClose(Mode.SANDBOX, NOVEMBER, "ann"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("'fx import'");

        load("Date, USD, \n27 November 2026, 1.0500, \n");
        night.run("2026-12-01");
        assertThat(breaks()).containsExactly("FX_RATE_MISSING resolved 5500 USD");
        assertThat(night.openBalances()).contains("1900 EUR -5238", "5050 EUR 238");
        assertThat(months.softClose(Mode.SANDBOX, NOVEMBER, "ann").stage())
                .isEqualTo(Stage.SOFT_CLOSED);
    }

    @Test
    void countsARateOnceAndNeverChangesOneThatAMonthWasValuedBy() {
        String file = "Date,USD,JPY\n2026-11-27,1.0500,160\n2026-11-26,1.0600,161\n";
        assertThat(load(file)).isEqualTo(new FxRates.RateImportResult(4, 4, 0));
        assertThat(load(file)).isEqualTo(new FxRates.RateImportResult(4, 0, 0));
        night.run("2026-11-29");
        night.run("2026-11-30");

        assertThat(load("Date,USD\n2026-11-26,1.0601\n2026-11-27,1.05\n"))
                .isEqualTo(new FxRates.RateImportResult(2, 0, 1));
        assertThatThrownBy(() -> load("Date,USD\n2026-12-01,1.07\n2026-11-27,1.0501\n"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageStartingWith(
                        "Line 3 says that 1 EUR is 1.0501 USD on 2026-11-27; a month was valued by 1.0500"
                                + " of rates.csv, imported by ann.");
        assertThatThrownBy(() -> load("Date,USD\n2026-12-01,1.07\n2026-12-01,1.08\n"))
                .hasMessageStartingWith(
                        "Line 3 says that 1 EUR is 1.08 USD on 2026-12-01; another line says 1.07.");
        assertThatThrownBy(() -> load("Date,USD\n2027-01-04,1.07\n"))
                .hasMessageStartingWith(
                        "Line 2 has a rate of 2027-01-04, a day that has not come.");
        assertThatThrownBy(() -> load("Date,USD\n2026-12-01,N/A\n"))
                .hasMessageStartingWith("This file has no reference rates");
        assertThat(night.rows("select count(*)::text from fx_rate")).containsExactly("4");
    }

    private FxRates.RateImportResult load(String file) {
        return rates.importFrom(
                new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)),
                "rates.csv",
                "ann");
    }

    private List<String> breaks() {
        return night.rows(
                "select type || ' ' || state || ' ' || amount_minor || ' ' || currency from break"
                        + " where type = 'FX_RATE_MISSING'");
    }

    private List<String> valued() {
        return night.rows(
                """
                select month || ' ' || currency || ' ' || position_minor || ' at ' || rate || ' of '
                       || rate_date || ' is ' || value_minor
                  from fx_revaluation
                 order by month, currency
                """);
    }
}
