package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.bank.camt.StatementText;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.testkit.FundedBook;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Payments of the bank from and to the owners of funding accounts. */
class BankFundsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final String DAY = "2026-11-22";

    @TempDir Path reports;

    private final BankClerk bank =
            new BankClerk(POSTGRES.dataSource(), () -> Instant.parse("2026-11-23T06:00:00Z"));

    private NightRun night;
    private FundedBook funds;
    private FundingId account;

    @BeforeEach
    void openAnAccountAndSettleACycle() {
        night = new NightRun(POSTGRES, reports).at("2026-11-25T02:00:00Z");
        CardId card = night.book.card(null, null, null);
        funds =
                new FundedBook(
                        POSTGRES.dataSource(),
                        night.book,
                        () -> Instant.parse("2026-11-21T08:00:00Z"));
        account = funds.ofProgram(20_000);
        night.request(card, "100", 9_000, "2026-11-21T08:00:00Z")
                .clearing(card, "100", "A100", 9_000, "2026-11-21T10:00:00Z")
                .total(DAY, 1, 1, 9_000, "2026-11-21T11:00:00Z")
                .decide();
        night.run("2026-11-21");
    }

    @Test
    void moveTheAccountOnceWhateverElseTheBankDidThatDay() {
        StatementText monday =
                StatementText.named("S1")
                        .pays("N1", "89.12", DAY)
                        .says("F1", "-250.00", DAY, "Top up " + account)
                        .says("F2", "70.00", DAY, "PAYOUT " + account.toString().replace('_', '-'));
        bank.take(monday);
        night.run("2026-11-22");

        assertThat(funds.standing(account)).isEqualTo("balance 29000 held 0");
        assertThat(night.breaks()).isEmpty();
        assertThat(journals())
                .containsExactlyInAnyOrder(
                        "funding_credit 1010 2100 25000", "funding_debit 2100 1010 7000");
        assertThat(night.balances("1010", "2010", "2100")).containsExactly("9088", "0", "-29000");
        assertThat(night.differences(DAY)).isEmpty();

        bank.take(
                StatementText.named("S2")
                        .says("F1", "-250.00", DAY, "Top up " + account)
                        .says("F3", "-1.00", "2026-11-24", account.toString()));
        night.run("2026-11-23");
        assertThat(funds.standing(account)).isEqualTo("balance 29000 held 0");

        night.at("2026-11-26T02:00:00Z").run("2026-11-24");
        assertThat(funds.standing(account)).isEqualTo("balance 29100 held 0");
        assertThat(night.breaks()).isEmpty();
    }

    @Test
    void leaveTheAccountAgainWhenTheirStatementIsTakenBack() {
        bank.take(StatementText.named("S1").pays("N1", "89.12", DAY));
        bank.take(
                StatementText.named("S2")
                        .pays("N1", "89.12", DAY)
                        .says("F1", "-250.00", DAY, account.toString()));
        night.run("2026-11-22");

        bank.undo("S2");
        night.run("2026-11-23");
        assertThat(funds.standing(account)).isEqualTo("balance 11000 held 0");
        assertThat(journals())
                .containsExactly(
                        "funding_credit 1010 2100 25000", "funding_credit 2100 1010 25000");
        assertThat(night.breaks()).isEmpty();

        bank.take(StatementText.named("S3").says("F1", "-250.00", DAY, account.toString()));
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");
        assertThat(funds.standing(account)).isEqualTo("balance 36000 held 0");
        assertThat(night.balance("1010")).isEqualTo("16088");

        night.close("2026-11-01");
        assertThatThrownBy(() -> bank.undo("S3")).hasMessageContaining("and that month is closed.");
    }

    /** The bank has paid it: nothing refuses it any more. */
    @Test
    void postWhatIsNotThereAndSayHowMuchIsMissing() {
        bank.take(
                StatementText.named("S1")
                        .pays("N1", "89.12", DAY)
                        .says("F1", "150.00", DAY, account.toString()));
        night.run("2026-11-22");

        assertThat(funds.standing(account)).isEqualTo("balance -4000 held 0");
        assertThat(night.breaks()).containsExactly("FUNDS_NEGATIVE 4000 open");

        funds.credit(account, 4_000);
        night.run("2026-11-23");
        assertThat(night.breaks()).containsExactly("FUNDS_NEGATIVE 4000 resolved");
    }

    @Test
    void stayWithAPersonWhereNoneOrSeveralAreNamed() {
        FundingId dollars = inDollars();
        FundingId unknown = new FundingId(new UUID(1, 1));
        bank.take(
                StatementText.named("S1")
                        .pays("N1", "89.12", DAY)
                        .says("F1", "-1.00", DAY, dollars.toString())
                        .says("F2", "-2.00", DAY, unknown.toString())
                        .says("F3", "-3.00", DAY, account + " " + dollars)
                        .says("F4", "-4.00", DAY, account.toString(), "rent"));
        night.run("2026-11-22");

        assertThat(funds.standing(account)).isEqualTo("balance 11000 held 0");
        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 1000 open");
        assertThat(night.rows("select jsonb_array_elements_text(detail -> 'entries') from break"))
                .containsExactly(
                        "F1: It names %s, which is in USD.".formatted(dollars),
                        "F2: It names %s, which is no funding account here.".formatted(unknown),
                        "F3: It names several funding accounts: %s, %s."
                                .formatted(dollars, account),
                        "F4: It names %s in 1 of its 2 payments.".formatted(account));

        for (String reference : List.of("F1", "F2", "F3", "F4")) {
            assertThat(
                            bank.work()
                                    .fund(Mode.SANDBOX, bank.entry(reference), account.toString())
                                    .purpose())
                    .isEqualTo("funds");
        }
        assertThatThrownBy(
                        () -> bank.work().fund(Mode.SANDBOX, bank.entry("F1"), dollars.toString()))
                .hasMessage("There is no funding account %s in EUR.".formatted(dollars));
        night.run("2026-11-23");

        assertThat(funds.standing(account)).isEqualTo("balance 12000 held 0");
        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 1000 resolved");

        var unused = bank.work().chargeFee(Mode.SANDBOX, bank.entry("F4"));
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");
        assertThat(funds.standing(account)).isEqualTo("balance 11600 held 0");
        assertThat(night.balance("5030")).isEqualTo("-400");
    }

    /** A report within the day has no details yet; the statement has them. */
    @Test
    void areKnownByTheStatementWhereTheReportOfTheDayNamedNone() {
        bank.take(
                StatementText.named("R1").intraday().says("F1", "-250.00", DAY, "details follow"));
        bank.take(
                StatementText.named("S1")
                        .pays("N1", "89.12", DAY)
                        .says("F1", "-250.00", DAY, account.toString()));
        night.run("2026-11-22");

        assertThat(funds.standing(account)).isEqualTo("balance 36000 held 0");
        assertThat(night.breaks()).isEmpty();
    }

    /** With a reference for the first time, or with more details: it is one payment. */
    @Test
    void moveTheAccountByTheStatementAloneWhereTheReportOfTheDaySaidItInOtherWords() {
        bank.take(
                StatementText.named("R1")
                        .intraday()
                        .says(null, "-250.00", DAY, account.toString())
                        .says(null, "-1.00", DAY, account.toString()));
        night.run("2026-11-22");
        assertThat(funds.standing(account)).isEqualTo("balance 11000 held 0");

        bank.take(
                StatementText.named("S1")
                        .pays("N1", "89.12", DAY)
                        .says("F1", "-250.00", DAY, account.toString())
                        .says(null, "-1.00", DAY, "Top up " + account));
        night.run("2026-11-23");
        assertThat(funds.standing(account)).isEqualTo("balance 36100 held 0");
        assertThat(night.breaks()).isEmpty();

        bank.undo("S1");
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");
        assertThat(funds.standing(account)).isEqualTo("balance 11000 held 0");
        assertThat(night.balance("1010")).isEqualTo("0");
    }

    /** That it pays its own value date is an answer, too. */
    @Test
    void stayWhatAPersonSaidWhereAStatementNamesTheAccountLater() {
        bank.take(StatementText.named("R1").intraday().says("F1", "89.12", DAY, "details follow"));
        var unused = bank.work().settle(Mode.SANDBOX, bank.entry("F1"), LocalDate.parse(DAY));
        bank.take(StatementText.named("S1").says("F1", "89.12", DAY, account.toString()));
        night.run("2026-11-22");

        assertThat(funds.standing(account)).isEqualTo("balance 11000 held 0");
        assertThat(night.balances("1010", "2010")).containsExactly("-8912", "0");
        assertThat(night.breaks()).isEmpty();
    }

    private FundingId inDollars() {
        FundingId id = new FundingId(new UUID(7, 7));
        night.owner.useHandle(
                handle ->
                        handle.execute(
                                """
                                insert into funding_account (id, account_id, mode, program_id, currency,
                                                             balance_minor, held_minor, created_at)
                                select ?, account_id, mode, program_id, 'USD', 0, 0, created_at
                                  from funding_account
                                """,
                                id.value()));
        return id;
    }

    /** Journals between the bank and funding accounts, in the order they were booked. */
    private List<String> journals() {
        return night.rows(
                "select event || ' ' || debit_account || ' ' || credit_account || ' ' || amount_minor"
                        + " from ledger_row where '1010' in (debit_account, credit_account)"
                        + " and '2100' in (debit_account, credit_account) order by business_date, event");
    }
}
