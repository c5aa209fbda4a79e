package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.dispute.DisputeMoney;
import dev.countersign.reconcile.domain.dispute.DisputeMoney.Bearer;
import dev.countersign.reconcile.domain.dispute.DisputePolicy;
import dev.countersign.reconcile.domain.dispute.DisputeReason;
import dev.countersign.reconcile.domain.dispute.DisputeStatus;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.DisputeId;
import dev.countersign.reconcile.testkit.PostgresExtension;
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
        assertThat(balances()).containsExactly("0", "-600", "-4944");

        night.disputeMoves(card, dispute, DisputeStatus.WON, "2026-11-28T10:00:00Z");
        night.decide().run("2026-11-28");
        assertThat(balances()).containsExactly("0", "0", "-4944");
        assertThat(balance("2100")).isEqualTo("5000");
        assertThat(night.nights.rerun(Mode.SANDBOX, LocalDate.parse("2026-11-28")).differences())
                .isEmpty();
    }

    @Test
    void isCreditedAtOnceAndBorneByTheIssuerWhereThatIsSet() {
        DisputeId dispute =
                disputed(new DisputeMoney(Set.of(DisputeReason.INCORRECT_AMOUNT), Bearer.ISSUER));
        assertThat(balances()).containsExactly("600", "0", "-5544");

        night.disputeMoves(card, dispute, DisputeStatus.UNDER_REVIEW, "2026-11-27T10:00:00Z");
        night.disputeMoves(card, dispute, DisputeStatus.LOST, "2026-11-27T11:00:00Z");
        night.decide().run("2026-11-27");

        assertThat(balances()).containsExactly("0", "0", "-5544");
        assertThat(balance("5020")).isEqualTo("600");
        night.run("2026-11-28");
        assertThat(balance("5020")).isEqualTo("600");
    }

    @Test
    void comesBackWhenARefundCoversTheDispute() {
        var unused =
                disputed(
                        new DisputeMoney(
                                Set.of(DisputeReason.INCORRECT_AMOUNT), Bearer.CARDHOLDER));
        night.refundOf(card, "100", "300", "A300", 600, "2026-11-27T10:00:00Z").decide();
        night.run("2026-11-27");

        assertThat(night.rows("select status from dispute")).containsExactly("withdrawn");
        assertThat(balances()).containsExactly("0", "0", "-4950");
        assertThat(balance("2100")).isEqualTo("5000");
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

    /** What is receivable, what the network paid, and what the network is owed. */
    private List<String> balances() {
        return List.of(balance("1200"), balance("2200"), balance("2010"));
    }

    private String balance(String account) {
        return night.rows(
                        "select coalesce(sum(debit_minor - credit_minor), 0)::text from ledger_day"
                                + " where account = '"
                                + account
                                + "'")
                .getFirst();
    }
}
