package dev.countersign.facade.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.testkit.ConsoleCaller;
import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.reconcile.domain.operator.OperatorRole;
import dev.countersign.reconcile.service.JdbiSetup;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** The page of open positions, on which finance books what was bought for them. */
class ConsoleCurrencyIT {

    private static final TestProduct PRODUCT = TestProduct.running();
    private static final String PAGE = "/console/live/currencies";

    private static final ConsoleCaller VIEWER =
            ConsoleCaller.somebody(PRODUCT, "currency-viewer", OperatorRole.VIEWER);
    private static final ConsoleCaller OLGA =
            ConsoleCaller.somebody(PRODUCT, "currency-olga", OperatorRole.OPERATOR);
    private static final ConsoleCaller ADA =
            ConsoleCaller.somebody(PRODUCT, "currency-ada", OperatorRole.FINANCE);
    private static final ConsoleCaller GRACE =
            ConsoleCaller.somebody(PRODUCT, "currency-grace", OperatorRole.FINANCE);

    private final Jdbi jdbi = JdbiSetup.over(database());
    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    private static PGSimpleDataSource database() {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(PRODUCT.databaseUrl());
        return database;
    }

    private Map<String, String> form(String bought, String paid) {
        return Map.of(
                "bought_currency",
                "nok",
                "bought",
                bought,
                "paid_currency",
                "EUR",
                "paid",
                paid,
                "value_date",
                today.plusDays(2).toString(),
                "reason",
                "deal <7>",
                "once",
                UUID.randomUUID().toString());
    }

    /** A position that no night of the live book values: it is closed when the test ends. */
    @Test
    void booksWhatIsOpenAndALargeAmountByTwoOperators() {
        open("NOK", 300_000);
        assertThat(VIEWER.page(PAGE))
                .contains("NOK", "3,000.00")
                .doesNotContain("A currency was bought");
        assertThat(
                        List.of(
                                VIEWER.post(PAGE + "/buy", form("1", "1")).statusCode(),
                                OLGA.post(PAGE + "/buy", form("1", "1")).statusCode()))
                .containsOnly(403);
        assertThat(ADA.post(PAGE + "/buy", form("3000.01", "1")).body())
                .contains("The open position in NOK is 300000 in minor units");

        Map<String, String> small = form("500", "43.10");
        assertThat(ADA.post(PAGE + "/buy", small).statusCode()).isEqualTo(303);
        assertThat(ADA.post(PAGE + "/buy", small).body()).contains("That is booked already");
        assertThat(ADA.post(PAGE + "/buy", form("2500", "215.40")).statusCode()).isEqualTo(303);
        assertThat(GRACE.page(PAGE))
                .contains("Purchase requested", "2,500.00", "215.40", "deal &lt;7&gt;");
        Map<String, String> read = new HashMap<>(GRACE.shown(PAGE));
        read.put("purchase", "NOK 250000 for EUR 21540 on " + today.plusDays(2));
        assertThat(ADA.post(PAGE + "/approve", read).statusCode()).isEqualTo(409);
        assertThat(GRACE.post(PAGE + "/approve", read).statusCode()).isEqualTo(303);
        assertThat(GRACE.post(PAGE + "/approve", read).statusCode()).isEqualTo(409);

        assertThat(VIEWER.page(PAGE))
                .contains("No position is open.", "215.40", "43.10")
                .doesNotContain("Purchase requested");
        assertThat(booked())
                .containsExactly(
                        "currency_bought 1010 1901 NOK 50000",
                        "currency_bought 1010 1901 NOK 250000",
                        "currency_bought 1900 1010 EUR 4310",
                        "currency_bought 1900 1010 EUR 21540",
                        "exchange_result 5050 1900 EUR 25850");
        assertThat(GRACE.page("/console/live/audit?subject=currencies"))
                .contains("Agreed to book a currency that was bought");
    }

    private void open(String currency, long minor) {
        jdbi.useHandle(
                handle ->
                        handle.execute(
                                """
                                insert into ledger_row (subject, event, ordinal, mode, business_date,
                                                        debit_account, credit_account, amount_minor,
                                                        currency)
                                values (?, 'clearing', 0, 'live', ?, '1901', '1390', ?, ?)
                                """,
                                UUID.randomUUID(),
                                today,
                                minor,
                                currency));
    }

    private List<String> booked() {
        return jdbi.withHandle(
                handle ->
                        handle.createQuery(
                                        """
                                        select event || ' ' || debit_account || ' ' || credit_account
                                               || ' ' || currency || ' ' || amount_minor
                                          from ledger_row
                                         where mode = 'live'
                                           and event in ('currency_bought', 'exchange_result')
                                         order by event, currency desc, amount_minor
                                        """)
                                .mapTo(String.class)
                                .list());
    }
}
