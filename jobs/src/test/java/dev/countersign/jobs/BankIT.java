package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.bank.BankStatements.StatementImportResult;
import dev.countersign.jobs.bank.camt.StatementText;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.breaks.WriteOff;
import dev.countersign.reconcile.domain.id.BreakId;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A cycle whose network asks for 89.12, and the bank that paid it. */
class BankIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private final BankClerk bank =
            new BankClerk(POSTGRES.dataSource(), () -> Instant.parse("2026-11-23T06:00:00Z"));

    private NightRun night;

    @BeforeEach
    void settleOneCycle() {
        night = new NightRun(POSTGRES, reports);
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 9_000, "2026-11-21T08:00:00Z");
        night.clearing(card, "100", "A100", 9_000, "2026-11-21T10:00:00Z");
        night.total("2026-11-22", 1, 1, 9_000, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
    }

    @Test
    void paysTheNetworkWhenTheBankMovedWhatItSaid() {
        assertThat(night.balance("2010")).isEqualTo("-8912");
        assertThat(statement("S1", "89.12").added()).isEqualTo(1);
        assertThat(statement("S1", "89.12").added()).isZero();

        night.run("2026-11-22");

        assertThat(night.balance("2010")).isEqualTo("0");
        assertThat(night.balance("1010")).isEqualTo("-8912");
        assertThat(night.breaks()).isEmpty();
        assertThat(night.differences("2026-11-22")).isEmpty();
        night.run("2026-11-23");
        assertThat(night.balance("1010")).isEqualTo("-8912");
    }

    @Test
    void tellsADifferenceUntilTheRestCame() {
        statement("S1", "80.00");
        night.run("2026-11-22");
        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 912 open");
        assertThat(night.balance("1010")).isEqualTo("0");

        statement("S2", "9.12");
        night.run("2026-11-23");

        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 912 resolved");
        assertThat(night.balance("2010")).isEqualTo("0");
        assertThat(night.balance("1010")).isEqualTo("-8912");
    }

    @Test
    void booksWhatIsWrittenOffAsADifference() {
        statement("S1", "89.17");
        night.run("2026-11-22");
        var breaks =
                Reconcile.openBreaks(
                        new Database(night.jdbi), () -> Instant.parse("2026-11-23T09:00:00Z"));
        var found = new BreakId(UUID.fromString(night.rows("select id::text from break").get(0)));
        var unused = breaks.writeOff(found, new WriteOff("a fee of the bank", "ann", "ben"));

        night.run("2026-11-23");

        assertThat(night.balances("2010", "1010", "1390")).containsExactly("0", "-8917", "5");
        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 5 written_off");
    }

    @Test
    void findsWhatSomebodyResolvedAgainOnlyWhenItIsAnother() {
        statement("S1", "80.00");
        night.run("2026-11-22");
        var found = new BreakId(UUID.fromString(night.rows("select id::text from break").get(0)));
        var unused =
                Reconcile.openBreaks(
                                new Database(night.jdbi),
                                () -> Instant.parse("2026-11-23T09:00:00Z"))
                        .resolve(
                                found,
                                new WriteOff("the bank pays the rest by cheque", "ann", "bob"));

        night.run("2026-11-23");
        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 912 resolved");

        statement("S2", "1.00");
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");
        assertThat(night.breaks())
                .containsExactly("BANK_MISMATCH 912 resolved", "BANK_MISMATCH 812 open");
    }

    /** No account holds them; nothing of them is booked, and all the rest closes. */
    @Test
    void comparesSumsThatAreTooLargeForAnyAccount() {
        night.total(
                "2026-11-22",
                2,
                """
                "debit_count": 1, "debit_amount": 9000, "interchange_net": 90, "fees": 2,
                "net_amount": 9223372036854775807, "is_complete": true
                """,
                "2026-11-22T11:00:00Z");
        night.decide();
        statement("S1", "-0.02");

        night.run("2026-11-22");

        assertThat(night.breaks()).contains("BANK_MISMATCH 9223372036854775807 open");
        assertThat(night.balance("1010")).isEqualTo("0");
    }

    @Test
    void refusesAnEntryThatCameBeforeAsAnother() {
        statement("S1", "89.12");

        assertThatThrownBy(() -> statement("S1", "89.13"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage(
                        "Entry S1-1 of statement S1 was stated before with EUR 89.12; where that was"
                                + " wrong, 'bank undo' the statement that said so.");
    }

    @Test
    void waitsForAValueDateThatIsAhead() {
        night.total("2026-11-24", 1, 1, 100, 0, true, "2026-11-21T12:00:00Z").decide();
        bank.take(
                StatementText.named("S1")
                        .pays("R1", "89.12", "2026-11-22")
                        .pays("R2", "7.00", "2026-11-22", "2026-11-24")
                        .closes("0.00", "2026-11-22"));
        night.run("2026-11-22");
        night.run("2026-11-23");
        assertThat(night.breaks()).noneMatch(found -> found.startsWith("BANK_MISMATCH"));

        night.at("2026-11-26T02:00:00Z").run("2026-11-24");

        assertThat(night.breaks()).contains("BANK_MISMATCH 598 open");
    }

    @Test
    void findsThatADayIsUnpaidWhenTheBankSaysThatNothingMoved() {
        bank.take(
                StatementText.named("S1").opens("5.00", "2026-11-21").closes("5.00", "2026-11-21"));
        night.run("2026-11-22");
        assertThat(night.breaks()).isEmpty();

        bank.take(
                StatementText.named("S2").opens("5.00", "2026-11-22").closes("5.00", "2026-11-22"));
        night.run("2026-11-23");

        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 8912 open");
        assertThat(night.rows("select state || ' ' || bank_minor from bank_day"))
                .containsExactly("differs 0");
    }

    @Test
    void waitsForTheStatementOfADayOfWhichAReportSpokeBefore() {
        bank.take(StatementText.named("R1").intraday().pays("X1", "80.00", "2026-11-22"));
        night.run("2026-11-22");
        assertThat(night.breaks()).isEmpty();

        assertThat(
                        bank.take(
                                        StatementText.named("S1")
                                                .pays("X1", "80.00", "2026-11-22")
                                                .pays("X2", "9.12", "2026-11-22"))
                                .added())
                .isEqualTo(1);
        night.run("2026-11-23");

        assertThat(night.breaks()).isEmpty();
        assertThat(night.balance("1010")).isEqualTo("-8912");
    }

    /** The statement says it in other words than the report: with a reference, with details. */
    @Test
    void paysOnceWhatAReportAndTheStatementSayInOtherWords() {
        bank.take(StatementText.named("R1").intraday().pays(null, "89.12", "2026-11-22"));
        night.run("2026-11-22");
        assertThat(night.rows("select state || ' ' || bank_minor from bank_day")).isEmpty();

        statement("S1", "89.12");
        bank.take(StatementText.named("R2").intraday().says(null, "89.12", "2026-11-22", "visa"));
        night.run("2026-11-23");

        assertThat(night.breaks()).isEmpty();
        assertThat(night.balances("1010", "2010")).containsExactly("-8912", "0");

        bank.undo("S1");
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");
        assertThat(night.rows("select state || ' ' || bank_minor from bank_day"))
                .containsExactly("waiting 17824");
        assertThat(night.balances("1010", "2010")).containsExactly("0", "-8912");
        assertEven();
    }

    /** A report of the next day says nothing of the day before that is still to be stated. */
    @Test
    void waitsForTheStatementOfADayThoughAReportOfTheNextOneCameBefore() {
        bank.take(StatementText.named("S0").created("2026-11-21"));
        bank.take(StatementText.named("R1").intraday().created("2026-11-23"));
        night.run("2026-11-22");
        assertThat(night.breaks()).isEmpty();

        statement("S1", "89.12");
        night.run("2026-11-23");
        assertThat(night.breaks()).isEmpty();
        assertThat(night.balance("1010")).isEqualTo("-8912");
    }

    @Test
    void takesBackWhatWasBookedForAStatementThatIsUndone() {
        statement("S1", "80.00");
        bank.take(
                StatementText.named("S2")
                        .pays("S1-1", "80.00", "2026-11-22")
                        .pays("X2", "9.12", "2026-11-22"));
        night.run("2026-11-22");
        assertThat(night.balance("1010")).isEqualTo("-8912");

        bank.undo("S2");
        assertThat(night.rows("select paid_minor::text from bank_entry")).containsExactly("8000");
        night.run("2026-11-23");
        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 912 open");

        bank.undo("S1");
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");
        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 912 resolved");
        assertThat(night.balances("1010", "2010")).containsExactly("0", "-8912");

        statement("S3", "89.12");
        night.at("2026-11-27T02:00:00Z").run("2026-11-25");
        assertThat(night.balances("1010", "2010")).containsExactly("-8912", "0");
        assertThatThrownBy(() -> bank.work().undo(Mode.SANDBOX, "bst_00000000000000000000000000"))
                .hasMessage("There is no statement bst_00000000000000000000000000.");
        assertEven();
    }

    @Test
    void paysTheSettlementDateThatAnEntryIsToldToPay() {
        bank.take(
                StatementText.named("S1")
                        .pays("X1", "89.12", "2026-11-23")
                        .closes("0", "2026-11-23"));
        night.run("2026-11-22");
        assertThat(night.breaks()).isEmpty();
        bank.take(StatementText.named("S0").created("2026-11-22"));
        night.run("2026-11-23");
        assertThat(night.breaks())
                .containsExactlyInAnyOrder("BANK_MISMATCH 8912 open", "BANK_MISMATCH 8912 open");

        assertThat(
                        bank.work()
                                .settle(
                                        Mode.SANDBOX,
                                        bank.entry("X1"),
                                        LocalDate.parse("2026-11-22"))
                                .settlesOn())
                .isEqualTo("2026-11-22");
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");

        assertThat(night.breaks())
                .containsExactly("BANK_MISMATCH 8912 resolved", "BANK_MISMATCH 8912 resolved");
        assertThat(night.balances("1010", "2010")).containsExactly("-8912", "0");
        assertEven();
    }

    /** The first statement begins on the day of the payment, and that is of a day before. */
    @Test
    void paysASettlementDateBeforeTheFirstStatementWhereAnEntryIsToldTo() {
        bank.take(
                StatementText.named("S1")
                        .pays("X1", "89.12", "2026-11-23")
                        .closes("0", "2026-11-23"));
        night.run("2026-11-22");
        bank.work().settle(Mode.SANDBOX, bank.entry("X1"), LocalDate.parse("2026-11-22"));
        night.run("2026-11-23");

        assertThat(night.breaks()).isEmpty();
        assertThat(night.balances("1010", "2010")).containsExactly("-8912", "0");
        assertThat(night.rows("select value_date || ' ' || state from bank_day"))
                .containsExactly("2026-11-22 agrees");
        assertEven();
    }

    @Test
    void booksAFeeOfTheBank() {
        bank.take(
                StatementText.named("S1")
                        .pays("X1", "89.12", "2026-11-22")
                        .pays("FEE", "0.05", "2026-11-22"));
        night.run("2026-11-22");
        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 5 open");

        assertThat(bank.work().chargeFee(Mode.SANDBOX, bank.entry("FEE")).fee()).isTrue();
        night.run("2026-11-23");

        assertThat(night.breaks()).containsExactly("BANK_MISMATCH 5 resolved");
        assertThat(night.balances("1010", "2010", "5030")).containsExactly("-8917", "0", "5");
        assertEven();

        bank.work().settle(Mode.SANDBOX, bank.entry("FEE"), LocalDate.parse("2026-11-22"));
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");
        assertThat(night.balances("1010", "2010", "5030")).containsExactly("-8912", "0", "0");
        assertThat(night.breaks()).contains("BANK_MISMATCH 5 open");
        assertEven();
    }

    @Test
    void saysInWhichBookAnEntryIsThatWasLookedForInTheOther() {
        statement("S1", "89.12");
        String entry = bank.entry("S1-1");

        assertThatThrownBy(() -> bank.work().chargeFee(Mode.LIVE, entry))
                .hasMessage(
                        "There is no entry %s in the live book: it is in the sandbox book."
                                .formatted(entry));
    }

    @Test
    void changesNothingBelowAClosedMonth() {
        statement("S1", "89.12");
        bank.take(StatementText.named("S2").pays("X2", "1.00", "2026-12-01"));
        night.close("2026-11-01");

        assertThatThrownBy(() -> bank.undo("S1"))
                .hasMessageEndingWith(
                        "is about 2026-11-22, and that month is closed. Two operators may reopen a month that is soft-closed, at the console.");
        assertThatThrownBy(() -> bank.work().chargeFee(Mode.SANDBOX, bank.entry("S1-1")))
                .hasMessageContaining("that month is closed");
        assertThatThrownBy(
                        () ->
                                bank.work()
                                        .settle(
                                                Mode.SANDBOX,
                                                bank.entry("X2"),
                                                LocalDate.parse("2026-11-30")))
                .hasMessageContaining("that month is closed");
        bank.undo("S2");
        assertThat(night.rows("select reference from bank_entry")).containsExactly("S1-1");
    }

    /** Months may be closed in another order. */
    @Test
    void changesWhatIsOfAnOpenMonthThoughALaterOneIsClosed() {
        statement("S1", "89.12");
        bank.take(StatementText.named("S2").pays("X2", "1.00", "2026-12-01"));
        night.close("2026-12-01");

        assertThatThrownBy(() -> bank.undo("S2")).hasMessageContaining("that month is closed");
        bank.work().chargeFee(Mode.SANDBOX, bank.entry("S1-1"));
        bank.undo("S1");
        assertThat(night.rows("select reference from bank_entry")).containsExactly("X2");
    }

    @Test
    void tellsOfStatementsAndPagesThatAreMissing() {
        bank.take(StatementText.named("A").sequence(1).pays("X1", "89.12", "2026-11-22"));
        bank.take(StatementText.named("D").sequence(4).created("2026-11-24").page(2, true));
        night.run("2026-11-22");
        assertThat(night.breaks())
                .containsExactlyInAnyOrder("SEQUENCE_GAP 0 open", "SEQUENCE_GAP 0 open");
        bank.take(StatementText.named("C").sequence(3).created("2026-11-23"));
        bank.take(StatementText.named("D").sequence(4).created("2026-11-24").page(1, false));
        night.run("2026-11-23");
        assertThat(night.breaks())
                .containsExactlyInAnyOrder("SEQUENCE_GAP 0 open", "SEQUENCE_GAP 0 resolved");

        bank.take(StatementText.named("B").sequence(2).created("2026-11-22"));
        night.at("2026-11-26T02:00:00Z").run("2026-11-24");
        assertThat(night.breaks())
                .containsExactly("SEQUENCE_GAP 0 resolved", "SEQUENCE_GAP 0 resolved");
    }

    private void assertEven() {
        assertThat(
                        night.rows(
                                "select currency from ledger_day group by currency"
                                        + " having sum(debit_minor) <> sum(credit_minor)"))
                .isEmpty();
    }

    private StatementImportResult statement(String id, String paid) {
        return bank.take(StatementText.named(id).pays(id + "-1", paid, "2026-11-22"));
    }
}
