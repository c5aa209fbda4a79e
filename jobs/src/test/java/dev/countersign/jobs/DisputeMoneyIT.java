package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.jobs.night.NightState;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.ChargedParty;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The money of a dispute about an excess of 600, from the night that opens it to its end. */
class DisputeMoneyIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir Path reports;

    private NightRun night;
    private CardId card;

    @Test
    void isBookedAsTheNetworkMovesTheDispute() {
        DisputeId dispute = disputed(DisputeMoney.DEFAULT);
        assertThat(balances()).containsExactly("0", "0", "-5544");

        night.disputeMoves(card, dispute, DisputeStatus.UNDER_REVIEW, "2026-11-27T10:00:00Z");
        night.decide().run("2026-11-27");
        assertThat(balances()).containsExactly("0", "-600", "-5544");
        assertThat(night.balance("1390")).as("awaited until a cycle pays it").isEqualTo("600");

        night.disputeMoves(card, dispute, DisputeStatus.WON, "2026-11-28T10:00:00Z");
        night.decide().run("2026-11-28");
        assertThat(balances()).containsExactly("0", "0", "-5544");
        assertThat(night.balance("1390")).isEqualTo("600");
        assertThat(night.balance("2100")).isEqualTo("5000");
        assertThat(night.differences("2026-11-28")).isEmpty();
    }

    /** The books of live and sandbox never mix, whatever a message names. */
    @Test
    void isMovedByNoMessageOfTheOtherMode() {
        DisputeId dispute = disputed(DisputeMoney.DEFAULT);
        night.disputeMovesIn(Mode.LIVE, dispute, DisputeStatus.WON, "2026-11-27T10:00:00Z");
        night.decide();
        assertThat(night.rows("select status from dispute")).doesNotContain("won");

        night.disputeMovesIn(Mode.SANDBOX, dispute, DisputeStatus.WON, "2026-11-27T11:00:00Z");
        night.decide();
        assertThat(night.rows("select status from dispute")).containsExactly("won");
    }

    /** A later movement leaves nothing of an earlier state. */
    @Test
    void isLeftOutOfARerunWhenItMovedSince() {
        DisputeId dispute = disputed(DisputeMoney.DEFAULT);
        LocalDate newest =
                LocalDate.parse(
                        night.rows("select max(business_date)::text from night").getFirst());
        night.at("2026-11-30T02:00:00Z");
        night.disputeMoves(card, dispute, DisputeStatus.WON, "2026-11-29T10:00:00Z").decide();

        assertThat(night.nights.rerun(Mode.SANDBOX, newest))
                .isEqualTo(
                        new RerunResult(
                                List.of(),
                                List.of(
                                        "1 dispute moved after its cut; the report dispute-exposure,"
                                                + " which says how disputes stand, was not compared.")));
    }

    @Test
    void isNoDifferenceOfANightAfterWhichItWasOpened() {
        settledPurchase();
        night.at("2026-11-22T12:00:00Z");
        assertThat(night.nights.runSandbox(LocalDate.parse("2026-11-22")).night().state())
                .isEqualTo(NightState.COMPLETED);

        var unused = claimed("2026-11-22T13:00:00Z");

        night.at("2026-11-23T02:00:00Z");
        assertThat(night.nights.rerun(Mode.SANDBOX, LocalDate.parse("2026-11-22")))
                .isEqualTo(new RerunResult(List.of(), List.of()));
        assertThat(disputes()).containsExactly("5000 open");
    }

    @Test
    void isCreditedAtOnceAndWrittenOffByTheIssuerWhereThatIsSet() {
        DisputeId dispute =
                disputed(
                        new DisputeMoney(
                                Set.of(DisputeReason.INCORRECT_AMOUNT), ChargedParty.ISSUER));
        assertThat(balances()).containsExactly("600", "0", "-5544");

        night.disputeMoves(card, dispute, DisputeStatus.UNDER_REVIEW, "2026-11-27T10:00:00Z");
        night.disputeMoves(card, dispute, DisputeStatus.LOST, "2026-11-27T11:00:00Z");
        night.decide().run("2026-11-27");

        assertThat(balances()).containsExactly("0", "0", "-5544");
        assertThat(night.balance("5020")).isEqualTo("600");
        night.run("2026-11-28");
        assertThat(night.balance("5020")).isEqualTo("600");
    }

    @Test
    void comesBackWhenARefundCoversTheDispute() {
        var unused =
                disputed(
                        new DisputeMoney(
                                Set.of(DisputeReason.INCORRECT_AMOUNT), ChargedParty.CARDHOLDER));
        night.refundOf(card, "100", "300", "A300", 600, "2026-11-27T10:00:00Z").decide();
        night.run("2026-11-27");

        assertThat(night.rows("select status from dispute")).containsExactly("withdrawn");
        assertThat(balances()).containsExactly("0", "0", "-4950");
        assertThat(night.balance("2100")).isEqualTo("5000");
    }

    @Test
    void isReducedWhenLessIsLeftOfTheTransactionThanAPersonClaimed() throws IOException {
        purchase();
        night.clearingPartOf(card, "100", "A100", 1, 2, 3_000, "2026-11-21T11:00:00Z");
        night.clearingPartOf(card, "100", "A101", 2, 2, 2_000, "2026-11-21T12:00:00Z").decide();
        night.at("2026-11-22T02:00:00Z").run("2026-11-21");
        DisputeId dispute = claimed("2026-11-22T10:00:00Z");
        night.at("2026-11-23T02:00:00Z").run("2026-11-22");
        assertThat(balances()).containsExactly("5000", "0", "-4950");

        night.clearingReversal(card, "100", "A100", 2_000, "2026-11-23T10:00:00Z").decide();
        night.at("2026-11-24T02:00:00Z").run("2026-11-23");
        assertThat(disputes()).containsExactly("3000 open");
        assertThat(balances()).containsExactly("3000", "0", "-2970");

        night.disputeMoves(card, dispute, DisputeStatus.UNDER_REVIEW, "2026-11-24T10:00:00Z");
        night.clearingReversal(card, "100", "A101", 500, "2026-11-24T11:00:00Z").decide();
        night.at("2026-11-25T02:00:00Z").run("2026-11-24");
        assertThat(disputes()).containsExactly("2500 under_review");
        assertThat(balances()).containsExactly("2500", "-2500", "-2475");
        assertThat(exposure("2026-11-24"))
                .contains("2500,25.00,5000,50.00,EUR,2500,25.00,2500,25.00,2500,25.00,");

        night.refundOf(card, "100", "200", "A200", 2_499, "2026-11-25T10:00:00Z").decide();
        night.at("2026-11-26T02:00:00Z").run("2026-11-25");
        assertThat(disputes()).containsExactly("2500 under_review");

        night.refundOf(card, "100", "201", "A201", 1, "2026-11-26T10:00:00Z").decide();
        night.at("2026-11-27T02:00:00Z").run("2026-11-26");
        assertThat(disputes()).containsExactly("2500 withdrawn");
        assertThat(balances().subList(0, 2)).containsExactly("0", "0");
        assertThat(night.balance("2100")).isEqualTo("0");
        assertThat(night.differences("2026-11-26")).isEmpty();
    }

    @Test
    void isReducedBeforeItIsBookedAsWon() {
        settledPurchase();
        DisputeId dispute = claimed("2026-11-22T10:00:00Z");
        night.disputeMoves(card, dispute, DisputeStatus.UNDER_REVIEW, "2026-11-22T11:00:00Z");
        night.decide().at("2026-11-23T02:00:00Z").run("2026-11-22");
        assertThat(balances()).containsExactly("5000", "-5000", "-4950");

        night.clearingReversal(card, "100", "A100", 2_000, "2026-11-23T10:00:00Z");
        night.disputeMoves(card, dispute, DisputeStatus.WON, "2026-11-23T11:00:00Z");
        night.decide().at("2026-11-24T02:00:00Z").run("2026-11-23");

        assertThat(disputes()).containsExactly("3000 won");
        assertThat(balances().subList(0, 2)).containsExactly("0", "0");
        assertThat(night.balance("2100")).as("the cardholder has it back once").isEqualTo("0");
    }

    @Test
    void leavesAClaimAloneThatWasMadeOfWhatAReversalLeft() {
        settledPurchase();
        night.clearingReversal(card, "100", "A100", 3_000, "2026-11-22T10:00:00Z").decide();
        night.at("2026-11-23T02:00:00Z").run("2026-11-22");

        var unused = claimed("2026-11-23T09:00:00Z");
        night.at("2026-11-24T02:00:00Z").run("2026-11-23");

        assertThat(disputes()).containsExactly("2000 open");
    }

    @Test
    void comesBackByAReversalOfADayWhoseNightWasStillToCome() {
        settledPurchase();
        night.clearingReversal(card, "100", "A100", 5_000, "2026-11-22T10:00:00Z").decide();
        var unused = claimed("2026-11-23T01:00:00Z");

        night.at("2026-11-23T02:00:00Z").run("2026-11-22");

        assertThat(disputes()).containsExactly("5000 withdrawn");
        assertThat(night.balance("1200")).isEqualTo("0");
    }

    /** A purchase is given back once: by its merchant, or by the network. */
    @Test
    void tellsOfARefundOfWhatAWonChargebackGaveBack() {
        settledPurchase();
        DisputeId dispute = claimed("2026-11-22T10:00:00Z");
        night.disputeMoves(card, dispute, DisputeStatus.WON, "2026-11-22T11:00:00Z");
        night.decide().at("2026-11-23T02:00:00Z").run("2026-11-22");
        assertThat(night.breaks()).isEmpty();

        night.refundOf(card, "100", "200", "A200", 2_000, "2026-11-23T10:00:00Z").decide();
        night.at("2026-11-24T02:00:00Z").run("2026-11-23");
        assertThat(night.breaks()).containsExactly("REFUND_EXCEEDS 2000 open");

        night.refundReversal(card, "100", "200", "A200", 2_000, "2026-11-24T10:00:00Z").decide();
        night.at("2026-11-25T02:00:00Z").run("2026-11-24");
        assertThat(night.breaks()).containsExactly("REFUND_EXCEEDS 2000 resolved");
        assertThat(night.differences("2026-11-23")).isEmpty();
    }

    @Test
    void tellsOfAWonChargebackThatGivesBackWhatWasRefunded() {
        settledPurchase();
        DisputeId dispute = claimed("2026-11-22T10:00:00Z");
        night.refundOf(card, "100", "200", "A200", 3_000, "2026-11-22T11:00:00Z");
        night.disputeMoves(card, dispute, DisputeStatus.WON, "2026-11-22T12:00:00Z");
        night.decide().at("2026-11-23T02:00:00Z").run("2026-11-22");
        night.at("2026-11-24T02:00:00Z").run("2026-11-23");

        assertThat(disputes()).containsExactly("5000 won");
        assertThat(night.breaks()).containsExactly("REFUND_EXCEEDS 3000 open");
        assertThat(night.differences("2026-11-22")).isEmpty();
    }

    private void settledPurchase() {
        purchase();
        night.clearing(card, "100", "A100", 5_000, "2026-11-21T11:00:00Z").decide();
        night.at("2026-11-22T02:00:00Z").run("2026-11-21");
    }

    /** Of 5,000. */
    private void purchase() {
        night = new NightRun(POSTGRES, reports);
        card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-21T10:00:00Z");
    }

    /** All of the purchase, as fraud, by a person. */
    private DisputeId claimed(String at) {
        String purchase = night.rows("select id::text from transaction").getFirst();
        return People.claim(night, purchase, at);
    }

    private String exposure(String date) throws IOException {
        return Files.readString(
                reports.resolve("sandbox").resolve(date).resolve("dispute-exposure.v1.csv"));
    }

    private List<String> disputes() {
        return night.rows("select amount_minor || ' ' || status from dispute");
    }

    private DisputeId disputed(DisputeMoney money) {
        NightSettings settings =
                new NightSettings(2, 3, 2, reports).with(DisputePolicy.DEFAULT, money);
        night = new NightRun(POSTGRES, settings).at("2026-12-05T02:00:00Z");
        card = night.book.card(null, null, null);
        night.request(card, "100", 5_000, "2026-11-23T05:00:00Z");
        night.clearing(card, "100", "A100", 5_600, "2026-11-23T06:00:00Z").decide();
        for (int day = 23; day <= 26; day++) {
            night.run("2026-11-" + day);
        }
        return new DisputeId(UUID.fromString(night.rows("select id::text from dispute").get(0)));
    }

    /** Balances of disputes receivable, the network's payments and the network payable. */
    private List<String> balances() {
        return night.balances("1200", "2200", "2010");
    }
}
