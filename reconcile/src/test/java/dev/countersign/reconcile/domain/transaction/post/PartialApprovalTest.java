package dev.countersign.reconcile.domain.transaction.post;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.authorization.DecisionPolicy;
import dev.countersign.reconcile.domain.card.ChallengePreference;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.testkit.domain.CardExample;
import dev.countersign.reconcile.testkit.domain.FoldedCard;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.TextTable;
import dev.countersign.reconcile.testkit.domain.TextTable.Row;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Partial approval, DOMAIN.md 2.4. */
class PartialApprovalTest {

    private static final DecisionPolicy ON_LIMITS = new DecisionPolicy(true, false, Set.of());
    private static final DecisionPolicy ONLINE = new DecisionPolicy(false, true, Set.of());

    @TestFactory
    Stream<DynamicTest> aPurchaseIsApprovedForWhatIsThere() {
        return TextTable.tests(
                """
                case                          | policy    | supported | channel  | asks            | cashback | amount | funds | daily | code | approved
                C23                           | default   | yes       | IN_STORE | PURCHASE        | 0        | 10000  | 6342  |       | 10   | 6342
                all is there                  | default   | yes       | IN_STORE | PURCHASE        | 0        | 10000  | 10000 |       | 00   | 10000
                terminal cannot               | default   | no        | IN_STORE | PURCHASE        | 0        | 10000  | 6342  |       | 51   | 0
                one unit                      | default   | yes       | IN_STORE | PURCHASE        | 0        | 10000  | 100   |       | 10   | 100
                below one unit                | default   | yes       | IN_STORE | PURCHASE        | 0        | 10000  | 99    |       | 51   | 0
                nothing                       | default   | yes       | IN_STORE | PURCHASE        | 0        | 10000  | 0     |       | 51   | 0
                never cash                    | default   | yes       | ATM      | CASH_WITHDRAWAL | 0        | 10000  | 6342  |       | 51   | 0
                never cashback                | default   | yes       | IN_STORE | PURCHASE        | 2000     | 10000  | 6342  |       | 51   | 0
                not online                    | default   | yes       | ONLINE   | PURCHASE        | 0        | 10000  | 6342  |       | 51   | 0
                online where chosen           | online    | yes       | ONLINE   | PURCHASE        | 0        | 10000  | 6342  |       | 10   | 6342
                not for a limit               | default   | yes       | IN_STORE | PURCHASE        | 0        | 10000  |       | 6342  | 61   | 0
                not for funds and limit       | default   | yes       | IN_STORE | PURCHASE        | 0        | 10000  | 7000  | 6342  | 61   | 0
                for a limit where chosen      | on limits | yes       | IN_STORE | PURCHASE        | 0        | 10000  |       | 6342  | 10   | 6342
                for both, the smaller         | on limits | yes       | IN_STORE | PURCHASE        | 0        | 10000  | 7000  | 6342  | 10   | 6342
                for a limit of nothing        | on limits | yes       | IN_STORE | PURCHASE        | 0        | 10000  | 7000  | 0     | 61   | 0
                """,
                row -> {
                    FoldedCard card =
                            FoldedCard.of(
                                    aCard().withFunds(number(row, "funds"))
                                            .withDailyLimit(number(row, "daily")),
                                    policy(row.text("policy")));
                    card.post(request(row));

                    Transaction made = card.transaction("T1");
                    long approved = Long.parseLong(row.text("approved"));
                    assertThat(card.lastAnswer().responseCode()).isEqualTo(row.text("code"));
                    assertThat(card.lastAnswer().approvedMinor()).isEqualTo(approved);
                    assertThat(made.amounts().held()).isEqualTo(approved);
                    assertThat(made.amounts().requested()).isEqualTo(10000);
                    assertThat(made.amounts().displayAmount())
                            .isEqualTo(approved > 0 ? approved : 10000);
                    assertThat(card.usedOn("2026-11-21"))
                            .as("limits count the approved amount")
                            .isEqualTo(approved);
                });
    }

    @Test
    void oneUnitIsOneYenOnACardOfYen() {
        FoldedCard card = FoldedCard.of(aCard().withCurrency("JPY").withFunds(1L));
        card.post(aRequest().withCurrency("JPY").supportingPartialApproval());

        assertThat(card.lastAnswer().approvedMinor()).isEqualTo(1);
    }

    @Test
    void anIncrementIsNeverApprovedInPart() {
        FoldedCard card = FoldedCard.of(aCard().withFunds(6000L));
        card.post(aRequest().withAmount(5000));
        card.post(anIncrement().withAmount(5000).supportingPartialApproval());

        assertThat(card.lastAnswer().responseCode()).isEqualTo("51");
        assertThat(card.hold("T1")).isEqualTo("authorized 5000");
    }

    @Test
    void nothingElseMayHaveFailed() {
        CardExample card =
                aCard().withScaEnforced()
                        .withThreeDs(true, ChallengePreference.NO_PREFERENCE)
                        .withBlockedMccs("5812")
                        .withFunds(6342L);
        FoldedCard folded = FoldedCard.of(card);
        folded.post(aRequest().withAmount(10000).supportingPartialApproval());

        assertThat(folded.lastAnswer().responseCode()).isEqualTo("57");
    }

    private static MessageExample request(Row row) {
        MessageExample request =
                aRequest()
                        .withAmount(Long.parseLong(row.text("amount")))
                        .through(Channel.valueOf(row.text("channel")))
                        .asking(Processing.valueOf(row.text("asks")))
                        .withCashback(Long.parseLong(row.text("cashback")))
                        .withPin(PinEvidence.MATCH);
        return row.text("supported").equals("yes") ? request.supportingPartialApproval() : request;
    }

    private static DecisionPolicy policy(String name) {
        return switch (name) {
            case "on limits" -> ON_LIMITS;
            case "online" -> ONLINE;
            default -> DecisionPolicy.DEFAULT;
        };
    }

    private static @Nullable Long number(Row row, String column) {
        return row.blank(column) ? null : Long.valueOf(row.text(column));
    }
}
