package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.testkit.FundedBook;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Nights with a funding account: its balance is account 2100 seen from its owner. */
class NightFundsIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final String NOON = "2026-11-21T12:00:00Z";

    @TempDir Path reports;

    private NightRun night;
    private CardId card;
    private FundedBook funds;
    private FundingId account;

    @BeforeEach
    void fundACard() {
        night = new NightRun(POSTGRES, reports).at("2026-11-25T02:00:00Z");
        card = night.book.card(null, null, null);
        funds =
                new FundedBook(
                        POSTGRES.dataSource(),
                        night.book,
                        () -> Instant.parse("2026-11-21T08:00:00Z"));
        account = funds.ofProgram(100_000);
    }

    /** The same by the statement for plain records and by the fold, which books what is not. */
    @Test
    void paysForWhatClearsAndHoldsItNoMore() {
        night.request(card, "T1", 5_000, NOON)
                .request(card, "T2", 4_000, NOON)
                .request(card, "T3", 1_000, NOON)
                .cash(card, "T4", 20_000, NOON)
                .decide();
        assertThat(funds.standing(account)).isEqualTo("balance 100000 held 30000");

        CardId other = night.book.card(null, null, null);
        night.request(other, "T5", 700, NOON)
                .clearing(other, "T5", "A5", 700, "2026-11-21T18:00:00Z")
                .clearing(card, "T1", "A1", 5_000, "2026-11-21T18:00:00Z")
                .clearing(card, "T2", "A2", 4_300, "2026-11-21T18:00:00Z")
                .refundOf(card, "T1", "R1", "A3", 2_000, "2026-11-21T19:00:00Z")
                .decide();
        night.run("2026-11-21");

        assertThat(funds.standing(account)).isEqualTo("balance 72000 held 1000");
        assertThat(ledgerBalance()).isEqualTo("72000");
        assertThat(night.rows("select type from break where type = 'FUNDS_NEGATIVE'")).isEmpty();
    }

    @Test
    void givesBackWhatExpires() {
        night.request(card, "T1", 5_000, NOON).decide();
        night.at("2026-12-20T02:00:00Z");

        night.runThrough(LocalDate.of(2026, 11, 21), LocalDate.of(2026, 12, 15));

        assertThat(funds.standing(account)).isEqualTo("balance 100000 held 0");
    }

    /** The network has paid: what is not there is owed, and somebody has to hear of it. */
    @Test
    void postsWhatIsNotThereAndSaysHowMuchIsMissing() {
        funds.debit(account, 95_000);
        night.request(card, "T1", 5_000, NOON)
                .clearing(card, "T9", "A1", 6_200, "2026-11-21T18:00:00Z")
                .decide();
        night.run("2026-11-21");

        assertThat(funds.standing(account)).isEqualTo("balance -1200 held 5000");
        assertThat(negative()).containsExactly("6200 open");

        funds.credit(account, 10_000);
        night.run("2026-11-22");

        assertThat(funds.standing(account)).isEqualTo("balance 8800 held 5000");
        assertThat(negative()).containsExactly("6200 resolved");
    }

    private List<String> negative() {
        return night.rows(
                "select amount_minor || ' ' || state from break where type = 'FUNDS_NEGATIVE'");
    }

    private String ledgerBalance() {
        return night.rows(
                        """
                        select sum(case when credit_account = '2100' then amount_minor
                                        else -amount_minor end)::text
                          from ledger_row
                         where '2100' in (debit_account, credit_account)
                        """)
                .getFirst();
    }
}
