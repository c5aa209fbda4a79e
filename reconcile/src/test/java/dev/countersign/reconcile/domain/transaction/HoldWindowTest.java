package dev.countersign.reconcile.domain.transaction;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.testkit.domain.FoldedCard;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The days of DOMAIN.md 3.4, for what was approved on 21 November. */
class HoldWindowTest {

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
                    MessageExample request =
                            aRequest()
                                    .over(Network.valueOf(row.text("network")))
                                    .through(Channel.valueOf(row.text("channel")))
                                    .withMcc(row.text("mcc"));
                    FoldedCard card = FoldedCard.of(aCard());
                    card.post(
                            switch (row.text("flag")) {
                                case "mit" -> request.initiatedByMerchant();
                                case "estimated" -> request.estimated();
                                default -> request;
                            });
                    assertThat(card.transaction("T1").holdUntil()).hasToString(row.text("until"));
                });
    }
}
