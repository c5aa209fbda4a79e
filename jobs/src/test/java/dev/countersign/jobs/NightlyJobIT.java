package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.jobs.night.NightRefused;
import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

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

        assertThat(night.run("2026-11-21").night().state()).isEqualTo(NightState.COMPLETE);
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
    void refusesDatesOutOfOrder() {
        CardId card = night.book.card(null, null, null);
        night.request(card, "100", 3_500, "2026-11-21T10:00:00Z").decide();

        assertRefused("2026-11-26", "future");
        assertRefused("2026-11-25", "open");
        assertRefused("2026-11-22", "before 2026-11-21 is complete");
        night.run("2026-11-21");
        assertRefused("2026-11-21", "complete");
        assertRefused("2026-11-20", "complete");
        assertRefused("2026-11-23", "before 2026-11-22 is complete");
        night.run("2026-11-22");
    }

    private void assertRefused(String date, String reason) {
        assertThatThrownBy(() -> night.run(date))
                .isInstanceOf(NightRefused.class)
                .hasMessageContaining(reason);
    }

    private java.util.List<String> holds() {
        return night.rows("select held_minor::text from open_hold order by held_minor");
    }

    private java.util.List<String> transactions() {
        return night.rows(
                """
                select network_txn_id || ' ' || status || ' ' || amount_minor || ' held ' || held_minor
                       || ' cleared ' || cleared_minor
                  from transaction
                 order by network_txn_id, id
                """);
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
