package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.compare.Prove;
import dev.countersign.jobs.night.Night;
import dev.countersign.jobs.night.NightState;
import dev.countersign.jobs.night.NightStore;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The proof of a date finds what is lost of it. */
class ProofIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @BeforeEach
    void begin() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
        night.cash(card, "101", 700, "2026-11-21T11:00:00Z").decide();
        night.run("2026-11-21");
    }

    @Test
    void isWholeWhenNothingIsLost() {
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T23:00:00Z").decide();
        night.run("2026-11-22");

        assertThat(contradictions()).isEmpty();
    }

    @Test
    void missesARecordThatCameLate() {
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T23:00:00Z").decide();
        night.run("2026-11-22");

        change("delete from settlement_line where arn = 'A100'");

        assertThat(contradictions()).anyMatch(text -> text.contains("was taken and not settled"));
    }

    @Test
    void missesASingleMessageThatCameLate() {
        night.cash(card, "102", 300, "2026-11-21T23:00:00Z").decide();
        night.run("2026-11-22");

        change("delete from settlement_line where settlement_minor = 300");
        change("update transaction set status = 'authorized' where network_txn_id = '102'");

        assertThat(contradictions()).anyMatch(text -> text.contains("was taken and not settled"));
    }

    @Test
    void missesWorkThatWasLeft() {
        night.run("2026-11-22");

        change(
                """
                insert into night_work (night_id, lineage_id, kind, item_id)
                select max(id), gen_random_uuid(), 'clearing', gen_random_uuid() from night
                """);

        assertThat(contradictions()).anyMatch(text -> text.contains("was taken and not settled"));
    }

    /** The sums that a failed proof left are of before the repair. */
    @Test
    void sumsTheDateAgainAfterItsRowsWereRepaired() {
        night.clearing(card, "100", "A100", 5_000, "2026-11-22T10:00:00Z").decide();
        book("2100", "2010");
        Night failed = night.nights.run(Mode.SANDBOX, LocalDate.parse("2026-11-22")).night();
        assertThat(failed.state()).isEqualTo(NightState.FAILED);
        assertThat(failed.failure()).contains("ledger equals lines");

        book("2010", "2100");
        assertThat(night.nights.restart(failed.id()).night().state())
                .isEqualTo(NightState.COMPLETED);

        assertThat(
                        night.rows(
                                "select credit_minor - debit_minor from ledger_day where"
                                        + " business_date = '2026-11-22' and account = '2010'"))
                .as("the purchase less its interchange")
                .containsExactly("4950");
    }

    private void book(String debit, String credit) {
        change(
                """
                insert into ledger_row (subject, event, ordinal, mode, business_date, account_id,
                                        debit_account, credit_account, amount_minor, currency)
                select gen_random_uuid(), 'clearing', 0, mode, '2026-11-22', account_id, '%s', '%s',
                       77, 'EUR'
                  from program
                 limit 1
                """
                        .formatted(debit, credit));
    }

    private void change(String sql) {
        assertThat(night.jdbi.<Integer, RuntimeException>withHandle(handle -> handle.execute(sql)))
                .isPositive();
    }

    private List<String> contradictions() {
        return night.jdbi.withHandle(
                handle -> {
                    Night newest = new NightStore().newest(handle, Mode.SANDBOX).orElseThrow();
                    return Prove.contradictions(handle, newest);
                });
    }
}
