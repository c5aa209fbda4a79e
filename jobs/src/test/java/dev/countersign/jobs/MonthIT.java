package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.bank.camt.StatementText;
import dev.countersign.jobs.month.Months;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.settlement.MonthClose.Obstacle;
import dev.countersign.reconcile.domain.settlement.MonthClose.Stage;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The end of November, whose last two days had traffic. */
class MonthIT {

    private static final YearMonth NOVEMBER = YearMonth.of(2026, 11);

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    @Test
    void closesWhenAllIsProvedAndKeepsWhatItAddedUpTo() {
        NightRun night = new NightRun(POSTGRES, reports).at("2026-12-03T02:00:00Z");
        Months months = new Months(book(), () -> Instant.parse("2026-12-03T09:00:00Z"));
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 9_000, "2026-11-29T08:00:00Z");
        night.clearing(card, "100", "A100", 9_000, "2026-11-29T10:00:00Z");
        night.total("2026-11-30", 1, 1, 9_000, "2026-11-29T11:00:00Z").decide();
        night.run("2026-11-29");

        assertThat(months.show(Mode.SANDBOX, NOVEMBER).obstacles())
                .containsExactly(
                        Obstacle.DAYS_NOT_COMPLETE,
                        Obstacle.SUSPENSE_NOT_LISTED,
                        Obstacle.BANK_NOT_MATCHED);
        pay();
        night.run("2026-11-30");

        assertThat(months.softClose(Mode.SANDBOX, NOVEMBER, "ann").stage())
                .isEqualTo(Stage.SOFT_CLOSED);
        assertThatThrownBy(() -> hardClose(months, "ann", "Ann "))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage("A hard close needs two operators.");
        assertThat(reopened(months, "ann", "ben")).isEqualTo(Stage.OPEN);
        var unused = months.softClose(Mode.SANDBOX, NOVEMBER, "ann");
        Months.MonthStatus closed = hardClose(months, "ann", "ben");
        assertThat(closed.stage()).isEqualTo(Stage.HARD_CLOSED);
        assertThat(closed.inputs()).matches("[0-9a-f]{64}");
        assertThat(
                        night.rows(
                                "select snapshot -> 'postings' -> 0 ->> 'debit_minor' from month_close"))
                .hasSize(1);

        assertThatThrownBy(() -> reopened(months, "ann", "ben"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage("2026-11 is hard closed.");

        night.clearing(card, "200", "A200", 700, "2026-11-30T23:00:00Z").decide();
        night.run("2026-12-01");

        Months.MonthStatus later = months.show(Mode.SANDBOX, NOVEMBER);
        assertThat(later.unchanged()).isTrue();
        assertThat(later.inputs()).isEqualTo(closed.inputs());
        assertThat(detail("2026-12-01")).contains("2026-11");
    }

    @Test
    void saysWhatStandsInTheWay() {
        NightRun night = new NightRun(POSTGRES, reports).at("2026-12-03T02:00:00Z");
        Months months = new Months(book(), () -> Instant.parse("2026-12-03T09:00:00Z"));
        night.clearing(null, "100", "A100", 700, "2026-11-30T10:00:00Z");
        night.clearing(null, "100", "A100", 800, "2026-11-30T10:30:00Z").decide();
        night.run("2026-11-30");
        assertThat(night.rows("select type || ' ' || mode from break order by type"))
                .containsExactly("DEDUPE_CONFLICT sandbox", "UNKNOWN_CARD sandbox");

        assertThatThrownBy(() -> months.softClose(Mode.SANDBOX, NOVEMBER, "ann"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessage(
                        "2026-11 cannot be closed: breaks not explained (2 critical or high;"
                                + " 'breaks explain' or 'breaks resolve' each).");
        assertThatThrownBy(() -> hardClose(months, "ann", "ben"))
                .hasMessage("2026-11 is open: close it softly first.");
        assertThatThrownBy(() -> months.softClose(Mode.SANDBOX, NOVEMBER.minusMonths(1), "ann"))
                .hasMessage(
                        "2026-10 cannot be closed: before the books (no night was run for it or"
                                + " before it).");
        assertThatThrownBy(() -> months.softClose(Mode.SANDBOX, NOVEMBER.plusMonths(1), "ann"))
                .hasMessageContaining("days not complete (31, the first 2026-12-01;");
    }

    /** Its network says that nothing is due in yen, and no bank has an account in yen. */
    @Test
    void closesWithATotalOfZeroThatNoBankHasAnythingToSayAbout() {
        NightRun night = new NightRun(POSTGRES, reports).at("2026-12-03T02:00:00Z");
        Months months = new Months(book(), () -> Instant.parse("2026-12-03T09:00:00Z"));
        night.zeroTotal("2026-11-29", "JPY", "2026-11-29T09:00:00Z").decide();
        night.run("2026-11-29");
        night.run("2026-11-30");

        assertThat(night.rows("select currency || ' ' || state from bank_day"))
                .containsExactly("JPY agrees");
        assertThat(night.rows("select type from break")).isEmpty();
        assertThat(months.softClose(Mode.SANDBOX, NOVEMBER, "ann").stage())
                .isEqualTo(Stage.SOFT_CLOSED);
    }

    @Test
    void saysWhichValueDateTheBankDoesNotAgreeAbout() {
        NightRun night = new NightRun(POSTGRES, reports).at("2026-12-03T02:00:00Z");
        Months months = new Months(book(), () -> Instant.parse("2026-12-03T09:00:00Z"));
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 9_000, "2026-11-29T08:00:00Z");
        night.clearing(card, "100", "A100", 9_000, "2026-11-29T10:00:00Z");
        night.total("2026-11-30", 1, 1, 9_000, "2026-11-29T11:00:00Z").decide();
        night.run("2026-11-29");
        night.run("2026-11-30");

        assertThatThrownBy(() -> months.softClose(Mode.SANDBOX, NOVEMBER, "ann"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("1 value dates, the first 2026-11-30 EUR;");
    }

    /** The first night of December finds what November's last cycle differs by. */
    @Test
    void staysOpenForWhatIsFoundAboutItLater() {
        NightRun night = new NightRun(POSTGRES, reports).at("2026-12-03T02:00:00Z");
        Months months = new Months(book(), () -> Instant.parse("2026-12-03T09:00:00Z"));
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 9_000, "2026-11-29T08:00:00Z");
        night.clearing(card, "100", "A100", 9_000, "2026-11-29T10:00:00Z").decide();
        night.run("2026-11-29");
        night.run("2026-11-30");
        night.total("2026-11-30", 1, 1, 9_100, "2026-12-01T11:00:00Z").decide();
        night.run("2026-12-01");
        assertThat(night.rows("select type || ' ' || origin_date from break"))
                .contains("TOTALS_MISMATCH 2026-12-01");

        assertThatThrownBy(() -> months.softClose(Mode.SANDBOX, NOVEMBER, "ann"))
                .isInstanceOf(ActionRefusedException.class)
                .hasMessageContaining("breaks not explained (1 critical or high");
    }

    private static Database book() {
        return Database.over(POSTGRES.dataSource());
    }

    private static Months.MonthStatus hardClose(Months months, String by, String approvedBy) {
        return book().atomically(
                        handle -> months.hardClose(Mode.SANDBOX, NOVEMBER, by, approvedBy));
    }

    private static Stage reopened(Months months, String by, String approvedBy) {
        return book().atomically(handle -> months.reopen(Mode.SANDBOX, NOVEMBER, by, approvedBy))
                .stage();
    }

    private void pay() {
        new BankClerk(POSTGRES.dataSource(), () -> Instant.parse("2026-12-01T01:00:00Z"))
                .take(StatementText.named("S1").pays("R1", "89.12", "2026-11-30"));
    }

    private String detail(String date) {
        Path file = reports.resolve("sandbox").resolve(date).resolve("settlement-detail.v1.csv");
        try {
            return java.nio.file.Files.readString(file).lines().reduce((a, b) -> b).orElseThrow();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
