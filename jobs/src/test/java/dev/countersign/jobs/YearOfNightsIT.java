package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.bank.camt.StatementText;
import dev.countersign.jobs.fx.CurrencyPurchase;
import dev.countersign.jobs.fx.CurrencyPurchases;
import dev.countersign.jobs.fx.FxRates;
import dev.countersign.jobs.month.Months;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.WriteOff;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.NamedId;
import dev.countersign.reconcile.domain.settlement.MonthClose.Stage;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.FundedBook;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A year with a funding account, settlement in euro and dollars, chargebacks, statements of the
 * bank and purchases of dollars, whose months are closed when they end. As the sandbox may, nights
 * run on days that have not ended, where something happens; the night after the last day of a month
 * completes them all.
 */
class YearOfNightsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final int YEAR = 2027;

    /** The month in which the network pays a chargeback twice, and an operator writes that off. */
    private static final int PAID_TWICE = 3;

    /** The month whose dollars are bought in the next one: its end values them. */
    private static final int BOUGHT_LATER = 6;

    /** Days after which a night of the sandbox takes what happened. */
    private static final Set<Integer> NIGHTS = Set.of(6, 16, 21, 26);

    @TempDir Path reports;

    private Instant now = Instant.EPOCH;
    private final InstantSource clock = () -> now;
    private NightRun night;
    private Database database;
    private CardId card;
    private FundedBook funds;
    private FundingId account;
    private DisputeId dispute;

    @Test
    void closesAllTwelveMonths() {
        begin();
        LocalDate first = LocalDate.of(YEAR, 1, 1);
        for (LocalDate date = first; date.getYear() == YEAR; date = date.plusDays(1)) {
            now = date.atTime(12, 0).toInstant(ZoneOffset.UTC);
            happens(date);
            boolean ends = date.equals(YearMonth.from(date).atEndOfMonth());
            if (ends || NIGHTS.contains(date.getDayOfMonth())) {
                looksAt(date);
            }
            if (ends) {
                now = date.plusDays(1).atTime(2, 0).toInstant(ZoneOffset.UTC);
                night.at(now.toString()).run(date.toString());
                close(YearMonth.from(date));
            }
        }

        assertThat(night.rows("select count(*)::text from month_close where stage = 'hard_closed'"))
                .containsExactly("12");
        assertThat(
                        night.rows(
                                "select currency from ledger_day group by currency"
                                        + " having sum(debit_minor) <> sum(credit_minor)"))
                .isEmpty();
        assertThat(
                        night.rows(
                                """
                                select account || ' ' || currency || ' ' || sum(debit_minor - credit_minor)
                                  from ledger_day
                                 where account not like '9%'
                                 group by account, currency
                                having sum(debit_minor) <> sum(credit_minor)
                                 order by account, currency
                                """))
                .containsExactly(
                        "1010 EUR -96300",
                        "1020 EUR 200000",
                        "2100 EUR -98000",
                        "5040 EUR -9000",
                        "5050 EUR 3300");
        assertThat(funds.standing(account)).isEqualTo("balance 98000 held 0");
        assertThat(night.rows("select type || ' ' || state from break"))
                .containsExactly("DISPUTE_MISMATCH written_off");
    }

    /** The night of a day that has not ended. */
    private void looksAt(LocalDate date) {
        now = date.atTime(23, 30).toInstant(ZoneOffset.UTC);
        NightReport report = night.at(now.toString()).nights.runSandbox(date);
        assertThat(report.night().state())
                .as(report.night().failure())
                .isEqualTo(NightState.COMPLETED);
    }

    private void begin() {
        night = new NightRun(POSTGRES, reports).settlementCurrencies("USD").earning(0);
        database = new Database(night.jdbi);
        card = night.book.card(null, null, null);
        now = Instant.parse(YEAR + "-01-01T08:00:00Z");
        funds = new FundedBook(POSTGRES.dataSource(), night.book, clock);
        account = funds.ofProgram(200_000);
        StringBuilder rates = new StringBuilder("Date,USD\n");
        for (int month = 1; month <= 12; month++) {
            rates.append(YearMonth.of(YEAR, month).atEndOfMonth()).append(",1.0400\n");
        }
        var unused =
                new FxRates(database, () -> Instant.parse((YEAR + 1) + "-01-01T09:00:00Z"))
                        .importFrom(
                                new ByteArrayInputStream(
                                        rates.toString().getBytes(StandardCharsets.UTF_8)),
                                "rates.csv",
                                "ann");
    }

    private void happens(LocalDate date) {
        int month = date.getMonthValue();
        boolean won = month % 2 == 1;
        switch (date.getDayOfMonth()) {
            case 1 -> night.zeroTotal(date.toString(), "EUR", at(date, 9)).decide();
            case 5 -> buysInTwoCurrencies(date);
            case 6 -> {
                bank(date, "EUR", "90.00", "-20.00");
                bank(date, "USD", "55.00", null);
            }
            case 15 -> disputes(date, month == PAID_TWICE);
            case 16 -> bank(date, "EUR", month == PAID_TWICE ? "-180.00" : "-90.00", "10.00");
            case 17 -> {
                if (month == PAID_TWICE) {
                    writeOff();
                }
            }
            case 20 -> decides(date, won);
            case 21 -> {
                if (!won) {
                    bank(date, "EUR", "90.00", null);
                }
            }
            case 25 -> buysDollars(date, month);
            case 26 -> paysForDollars(date, month);
            default -> {
                // A date without anything.
            }
        }
    }

    private void buysInTwoCurrencies(LocalDate date) {
        String euro = "E" + date;
        String dollars = "D" + date;
        night.request(card, euro, 9_000, at(date, 8))
                .clearing(card, euro, "A" + euro, 9_000, at(date, 10))
                .request(card, dollars, 5_000, at(date, 8))
                .settledIn("USD", 5_500L)
                .clearing(card, dollars, "A" + dollars, 5_000, at(date, 10))
                .settledIn("EUR", null);
        total(date, "EUR", 1, 9_000, 0, 0);
        total(date, "USD", 1, 5_500, 0, 0);
        night.decide();
    }

    private void disputes(LocalDate date, boolean twice) {
        String purchase =
                night.rows(
                                "select id::text from transaction where network_txn_id = 'E%s'"
                                        .formatted(date.withDayOfMonth(5)))
                        .getFirst();
        dispute = People.claim(night, purchase, at(date, 7));
        tells(date, MessageKind.CHARGEBACK, "accepted", DisputeStatus.UNDER_REVIEW, -9_000L);
        if (twice) {
            tells(date, MessageKind.CHARGEBACK, "again", null, -9_000L);
        }
        total(date, "EUR", 0, 0, twice ? 2 : 1, twice ? 18_000 : 9_000);
        night.decide();
    }

    private void decides(LocalDate date, boolean won) {
        if (won) {
            tells(date, MessageKind.ARBITRATION, "won", DisputeStatus.WON, null);
        } else {
            tells(date, MessageKind.REPRESENTMENT, "accepted", DisputeStatus.LOST, 9_000L);
            total(date, "EUR", 1, 9_000, 0, 0);
        }
        night.decide();
    }

    private void tells(
            LocalDate date,
            MessageKind kind,
            String stage,
            @Nullable DisputeStatus to,
            @Nullable Long minor) {
        night.caseRecord(
                card,
                kind,
                dispute.toString(),
                stage,
                to,
                minor == null
                        ? "{}"
                        : """
                          {"settlement_date": "%s", "cycle": 1, "service": "intl",
                           "institution_id": "1000000000", "amount": %s, "currency": "EUR"}
                          """
                                .formatted(date.plusDays(1), String.valueOf(minor)),
                at(date, 11));
    }

    private void writeOff() {
        UUID open =
                UUID.fromString(
                        night.rows("select id::text from break where state = 'open'").getFirst());
        var unused =
                Reconcile.openBreaks(database, clock)
                        .writeOff(
                                new BreakId(open), new WriteOff("the network knows", "ann", "ben"));
    }

    /** A month's dollars, or those of two. */
    private void buysDollars(LocalDate date, int month) {
        if (month == BOUGHT_LATER) {
            return;
        }
        boolean two = month == BOUGHT_LATER + 1;
        new CurrencyPurchases(database, clock)
                .buy(
                        Mode.SANDBOX,
                        CurrencyPurchase.parse(
                                "USD %s for EUR %s on %s"
                                        .formatted(
                                                two ? "11000" : "5500",
                                                two ? "10600" : "5270",
                                                date.plusDays(1))),
                        NamedId.of("dollars", date),
                        "ann");
    }

    private void paysForDollars(LocalDate date, int month) {
        if (month != BOUGHT_LATER) {
            boolean two = month == BOUGHT_LATER + 1;
            bank(date, "EUR", two ? "106.00" : "52.70", null);
            bank(date, "USD", two ? "-110.00" : "-55.00", null);
        }
    }

    /** A statement of the date: what settles, and what the owner of the account pays or gets. */
    private void bank(LocalDate date, String currency, String paid, @Nullable String funding) {
        StatementText statement =
                StatementText.named("S" + date)
                        .in(currency)
                        .created(date.toString())
                        .pays("N" + date + currency, paid, date.toString());
        if (funding != null) {
            var unused = statement.says("F" + date, funding, date.toString(), "for " + account);
        }
        new BankClerk(POSTGRES.dataSource(), clock).take(statement);
    }

    /** The network's total of what settles the day after. */
    private void total(
            LocalDate date, String currency, int debits, long debit, int credits, long credit) {
        night.total(
                date.plusDays(1).toString(),
                currency,
                1,
                String.format(
                        Locale.ROOT,
                        """
                        "debit_count": %d, "debit_amount": %d, "credit_count": %d,
                        "credit_amount": %d, "interchange_net": 0, "fees": 0, "net_amount": %d,
                        "is_complete": true
                        """,
                        debits,
                        debit,
                        credits,
                        credit,
                        debit - credit),
                at(date, 23));
    }

    private void close(YearMonth month) {
        assertThat(
                        night.rows(
                                "select type || ' ' || detail from open_break"
                                        + " where severity in ('critical', 'high')"))
                .as(month.toString())
                .isEmpty();
        Months months = new Months(database, clock);
        assertThat(months.softClose(Mode.SANDBOX, month, "ann").stage())
                .isEqualTo(Stage.SOFT_CLOSED);
        assertThat(
                        database.atomically(
                                        handle ->
                                                months.hardClose(Mode.SANDBOX, month, "ann", "ben"))
                                .stage())
                .isEqualTo(Stage.HARD_CLOSED);
    }

    private static String at(LocalDate date, int hour) {
        return String.format(Locale.ROOT, "%sT%02d:00:00Z", date, hour);
    }
}
