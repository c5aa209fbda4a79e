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
    void whatAMonthPostsOfEarlierOnesIsCarriedForwardToIt() throws IOException {
        night.at("2026-12-03T12:00:00Z");
        night.request(card, "101", 7_000, "2026-11-30T10:00:00Z");
        night.request(card, "102", 900, "2026-11-30T11:00:00Z").decide();
        night.run("2026-11-30");
        night.clearing(card, "101", "A101", 7_000, "2026-11-30T20:00:00Z");
        night.clearing(card, "102", "A102", 900, "2026-12-01T09:00:00Z");
        night.refund(card, "103", "A103", 300, "2026-11-30T21:00:00Z").decide();
        night.run("2026-12-01");
        night.run("2026-12-02");

        for (String date : new String[] {"2026-12-01", "2026-12-02"}) {
            assertThat(Files.readAllLines(reports.resolve(carried(date))).stream().skip(1))
                    .as(date)
                    .containsExactly(
                            "2026-11,clearing,EUR,1,7000,70.00,0,0.00,7000,70.00",
                            "2026-11,refund,EUR,1,0,0.00,300,3.00,-300,-3.00",
                            ",,EUR,2,7000,70.00,300,3.00,6700,67.00");
        }
        assertThat(
                        Files.readAllLines(
                                        reports.resolve(
                                                "sandbox/2026-12-01/settlement-detail.v1.csv"))
                                .stream()
                                .filter(line -> line.contains(",2026-11,")))
                .hasSize(2);
        assertThat(Files.readAllLines(reports.resolve(carried("2026-11-30")))).hasSize(1);
    }

    private static String carried(String date) {
        return "sandbox/" + date + "/carry-forward.v1.csv";
    }

    @Test
    void theStatementOfAnAccountThatNeverMovedSaysSo() throws IOException {
        night.request(card, "100", 5_000, "2026-11-21T08:00:00Z").decide();
        night.run(DATE);

        assertThat(Files.readString(reports.resolve("sandbox/2026-11-21/camt053.v1.xml")))
                .contains("<Stmt><Id>sandbox-2026-11-21-", "<Amt Ccy=\"EUR\">0.00</Amt>");
    }
}
