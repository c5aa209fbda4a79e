package dev.countersign.reconcile.domain.transaction;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.transaction.HoldWindows.HoldCase;
import dev.countersign.reconcile.testkit.domain.FoldedCard;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The days of DOMAIN.md 3.4, for what was approved on 21 November. */
class HoldWindowsTest {

    @TestFactory
    Stream<DynamicTest> aHoldLastsAsLongAsItsNetworkSays() {
        return TextTable.tests(
                """
                network    | channel  | mcc  | flag      | until
                VISA       | ONLINE   | 5812 |           | 2026-12-01
                VISA       | ONLINE   | 5812 | mit       | 2026-11-26
                VISA       | IN_STORE | 5812 |           | 2026-11-26
                VISA       | IN_STORE | 7011 | estimated | 2026-12-21
                MASTERCARD | IN_STORE | 5812 |           | 2026-11-28
                MASTERCARD | ONLINE   | 5812 |           | 2026-11-28
                MASTERCARD | IN_STORE | 7011 | estimated | 2026-12-21
                VISA       | IN_STORE | 5542 |           | 2026-11-24
                VISA       | IN_STORE | 5542 | estimated | 2026-11-24
                MASTERCARD | IN_STORE | 5542 |           | 2026-11-24
                VISA       | IN_STORE | 4111 |           | 2026-11-28
                """,
                row -> {
                    FoldedCard card = FoldedCard.of(aCard());
                    card.post(request(row));
                    assertThat(card.transaction("T1").holdUntil()).hasToString(row.text("until"));
                });
    }

    @TestFactory
    Stream<DynamicTest> aHoldLastsAsLongAsItsIssuerSets() {
        HoldWindows own =
                HoldWindows.DEFAULT.with(
                        Map.of(
                                HoldCase.VISA_ONLINE, 7,
                                HoldCase.PREAUTHORIZED, 31,
                                HoldCase.FUEL_PUMP, 1));
        return TextTable.tests(
                """
                network    | channel  | mcc  | flag      | until
                VISA       | ONLINE   | 5812 |           | 2026-11-28
                VISA       | IN_STORE | 5812 |           | 2026-11-26
                MASTERCARD | IN_STORE | 7011 | estimated | 2026-12-22
                VISA       | IN_STORE | 5542 |           | 2026-11-22
                """,
                row -> {
                    FoldedCard card = FoldedCard.of(aCard(), own);
                    card.post(request(row));
                    assertThat(card.transaction("T1").holdUntil()).hasToString(row.text("until"));
                });
    }

    @Test
    void anIncrementCountsAPreauthorizationAnewByWhatItsIssuerSets() {
        FoldedCard card =
                FoldedCard.of(
                        aCard(), HoldWindows.DEFAULT.with(Map.of(HoldCase.PREAUTHORIZED, 31)));

        card.post(aRequest().over(Network.MASTERCARD).estimated());
        card.post(anIncrement().over(Network.MASTERCARD).at("2026-11-25T12:00:00Z"));

        assertThat(card.transaction("T1").holdUntil()).hasToString("2026-12-26");
    }

    private static MessageExample request(TextTable.Row row) {
        MessageExample request =
                aRequest()
                        .over(Network.valueOf(row.text("network")))
                        .through(Channel.valueOf(row.text("channel")))
                        .withMcc(row.text("mcc"));
        return switch (row.text("flag")) {
            case "mit" -> request.initiatedByMerchant();
            case "estimated" -> request.estimated();
            default -> request;
        };
    }
}
