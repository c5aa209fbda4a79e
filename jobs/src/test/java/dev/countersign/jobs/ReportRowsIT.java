package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Single rows of the reports. */
class ReportRowsIT {

    private static final String DATE = "2026-11-21";

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @BeforeEach
    void issueACard() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
    }

    @Test
    void aSingleMessageIsItsOwnAuthorization() {
        night.cash(card, "100", 4_000, "2026-11-21T10:00:00Z").decide();
        night.run(DATE);

        assertThat(night.rows("select record_type || ' ' || auth_minor from settlement_line"))
                .containsExactly("atm 4000");
    }

    @Test
    void aLineNamesTheGravestOfItsDifferences() {
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z");
        night.reversal(card, "100", 5_000, "2026-11-21T09:00:00Z");
        night.clearing(card, "999", "A1", 5_000, "2026-11-21T10:00:00Z").decide();
        night.run(DATE);

        assertThat(night.rows("select type from break order by type"))
                .containsExactly("CLEARED_AFTER_REVERSAL", "LOW_CONFIDENCE");
        assertThat(night.rows("select break_type from settlement_line"))
                .containsExactly("CLEARED_AFTER_REVERSAL");
    }

    @Test
    void aRefundThatNamesNoPurchaseSaysSoInItsLine() throws IOException {
        night.refund(card, "777", "A7", 900, "2026-11-21T10:00:00Z").decide();
        night.run(DATE);

        assertThat(Files.readString(reports.resolve("sandbox/2026-11-21/settlement-detail.v1.csv")))
                .contains("REFUND_UNLINKED");
    }

    @Test
    void cashThatNamesNoSettlementDateIsInNoCycle() throws IOException {
        night.cash(card, "100", 4_000, "2026-11-21T10:00:00Z").decide();
        night.run(DATE);

        Path issued = reports.resolve("sandbox/2026-11-21");
        assertThat(Files.readString(issued.resolve("camt053.v1.xml")))
                .contains("<AddtlNtryInf>visa-no cycle-EUR</AddtlNtryInf>");
        assertThat(Files.readString(issued.resolve("settlement-summary.v1.csv")))
                .containsPattern("(?m)^visa,,,,1,EUR,.*,4000,40\\.00,{8}no\\b");
    }

    @Test
    void theStatementOfAnAccountThatNeverMovedSaysSo() throws IOException {
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z").decide();
        night.run(DATE);

        assertThat(Files.readString(reports.resolve("sandbox/2026-11-21/camt053.v1.xml")))
                .contains("<Stmt><Id>sandbox-2026-11-21-", "<Amt Ccy=\"EUR\">0.00</Amt>");
    }
}
