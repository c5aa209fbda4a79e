package dev.countersign.reconcile.domain.transaction;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                    assertThat(card.transaction("T1").hold().until())
                            .hasToString(row.text("until"));
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
                    assertThat(card.transaction("T1").hold().until())
                            .hasToString(row.text("until"));
                });
    }

    @Test
    void endWhenNothingIsMatchedAnyMore() {
        assertThat(HoldWindows.DAYS_MAX).isEqualTo(ClearingPolicy.DEFAULT.ageDaysMax());
    }

    /**
     * A preauthorization that was held by other days before, what is none, and what is taken for
     * one since it was held for longer than is final today.
     */
    @TestFactory
    Stream<DynamicTest> anIncrementCountsAnewWhatMastercardPreauthorized() {
        return TextTable.tests(
                """
                before           | after            | network    | mcc  | flag      | on         | until
                                 |                  | MASTERCARD | 7011 | estimated | 2026-11-25 | 2026-12-25
                                 | PREAUTHORIZED 40 | MASTERCARD | 7011 | estimated | 2026-11-25 | 2027-01-04
                                 | PREAUTHORIZED 20 | MASTERCARD | 7011 | estimated | 2026-11-25 | 2026-12-21
                PREAUTHORIZED 20 |                  | MASTERCARD | 7011 | estimated | 2026-11-25 | 2026-12-25
                                 | MASTERCARD 10    | MASTERCARD | 5812 |           | 2026-11-25 | 2026-11-28
                MASTERCARD 10    |                  | MASTERCARD | 5812 |           | 2026-11-25 | 2026-12-25
                                 | TRANSIT 20       | MASTERCARD | 4111 |           | 2026-11-25 | 2026-11-28
                TRANSIT 20       |                  | MASTERCARD | 4111 |           | 2026-11-25 | 2026-12-11
                                 |                  | VISA       | 7011 | estimated | 2026-11-25 | 2026-12-21
                PREAUTHORIZED 99 | PREAUTHORIZED 99 | MASTERCARD | 7011 | estimated | 2027-02-20 | 2027-03-21
                """,
                row -> {
                    FoldedCard card = FoldedCard.of(aCard(), windows(row.text("before")));
                    card.post(request(row));
                    card.decideBy(windows(row.text("after")));
                    card.post(
                            anIncrement()
                                    .over(Network.valueOf(row.text("network")))
                                    .withMcc(row.text("mcc"))
                                    .at(row.text("on") + "T12:00:00Z"));
                    assertThat(card.transaction("T1").hold().until())
                            .hasToString(row.text("until"));
                });
    }

    @ParameterizedTest
    @CsvSource({
        "VISA, 0, visa must be 1 to 120",
        "FUEL_PUMP, 121, fuel-pump must be 1 to 120",
        "MASTERCARD, 30, preauthorized must be more than mastercard"
    })
    void areRefusedWhereNoHoldCouldLastSo(HoldCase of, int days, String sentence) {
        assertThatThrownBy(() -> HoldWindows.DEFAULT.with(Map.of(of, days)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    private static HoldWindows windows(String change) {
        if (change.isEmpty()) {
            return HoldWindows.DEFAULT;
        }
        String[] words = change.split(" ", 2);
        return HoldWindows.DEFAULT.with(
                Map.of(HoldCase.valueOf(words[0]), Integer.valueOf(words[1])));
    }

    private static MessageExample request(TextTable.Row row) {
        MessageExample request =
                aRequest().over(Network.valueOf(row.text("network"))).withMcc(row.text("mcc"));
        if (row.cells().containsKey("channel")) {
            request = request.through(Channel.valueOf(row.text("channel")));
        }
        return switch (row.text("flag")) {
            case "mit" -> request.initiatedByMerchant();
            case "estimated" -> request.estimated();
            default -> request;
        };
    }
}
