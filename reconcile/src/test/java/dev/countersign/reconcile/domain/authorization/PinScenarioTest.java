package dev.countersign.reconcile.domain.authorization;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.NOON;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.domain.pin.PinStatus;
import dev.countersign.reconcile.testkit.domain.CardExample;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The try limit of DOMAIN.md 6.5, and its failure scenario F26. */
class PinScenarioTest {

    private static final Authorizer AUTHORIZER = new Authorizer(DecisionPolicy.DEFAULT);

    /** A cash withdrawal for each word: its response code, and what is left of the PIN at last. */
    @TestFactory
    Stream<DynamicTest> threeConsecutiveWrongPinsBlock() {
        return TextTable.tests(
                """
                pins at the machine                       | response codes    | left
                MISMATCH                                  | 55                | set 2
                MISMATCH MISMATCH                         | 55 55             | set 1
                MISMATCH MISMATCH MATCH                   | 55 55 00          | set 3
                MISMATCH MISMATCH MATCH MISMATCH MISMATCH | 55 55 00 55 55    | set 1
                MISMATCH MISMATCH MISMATCH                | 55 55 75          | blocked 0
                MISMATCH MISMATCH MISMATCH MATCH          | 55 55 75 75       | blocked 0
                MISMATCH MISMATCH MISMATCH MISMATCH       | 55 55 75 75       | blocked 0
                MISMATCH ABSENT MISMATCH                  | 55 55 55          | set 1
                MISMATCH ERROR MISMATCH                   | 55 96 55          | set 1
                BLOCKED MATCH                             | 75 00             | set 3
                NOT_SET                                   | 55                | set 3
                """,
                row -> {
                    CardExample card = aCard();
                    List<String> codes = new ArrayList<>();
                    for (String pin : row.words("pins at the machine")) {
                        AuthorizationDecision decision =
                                decide(withdrawal(PinEvidence.valueOf(pin)), card);
                        codes.add(decision.responseCode());
                        card = card.withSecurity(decision.security());
                    }
                    PinState left = card.security().pin();
                    assertThat(codes).isEqualTo(row.words("response codes"));
                    assertThat(left.status().wire() + " " + left.triesLeft())
                            .isEqualTo(row.text("left"));
                });
    }

    /** Section 6.6: what the edge found does not matter on a card whose PIN is blocked. */
    @Test
    void aBlockedPinDeclinesWhateverTheEdgeFound() {
        CardExample blocked = aCard().withPin(PinStatus.BLOCKED, 0);

        for (PinEvidence evidence : PinEvidence.values()) {
            AuthorizationDecision decision = decide(withdrawal(evidence), blocked);
            assertThat(decision.declinedFor())
                    .as(evidence.wire())
                    .isEqualTo(DeclineCode.PIN_TRIES_EXCEEDED);
            assertThat(decision.security()).isEqualTo(blocked.security());
        }
    }

    /** Check 8 is made where a PIN is present, and at machines. */
    @Test
    void aBlockedPinDoesNotStopAPurchaseThatAsksForNone() {
        CardExample blocked = aCard().withPin(PinStatus.BLOCKED, 0);

        assertThat(decide(aRequest().through(Channel.CONTACTLESS), blocked).approved()).isTrue();
    }

    @Test
    void aFrozenCardBurnsNoTry() {
        AuthorizationDecision decision = decide(withdrawal(PinEvidence.MISMATCH), aCard().frozen());

        assertThat(decision.declinedFor()).isEqualTo(DeclineCode.CARD_FROZEN);
        assertThat(decision.failed()).contains(DeclineCode.PIN_MISMATCH);
        assertThat(decision.security().pin().triesLeft()).isEqualTo(3);
    }

    @Test
    void aFrozenCardGetsNoTryBackEither() {
        CardExample card = aCard().withPin(PinStatus.SET, 1).frozen();

        assertThat(decide(withdrawal(PinEvidence.MATCH), card).security())
                .isEqualTo(card.security());
    }

    @Test
    void theRightPinGivesAllTriesBackEvenIfALaterCheckDeclines() {
        CardExample card = aCard().withPin(PinStatus.SET, 1).withDailyLimit(0L);

        AuthorizationDecision decision = decide(withdrawal(PinEvidence.MATCH), card);

        assertThat(decision.declinedFor()).isEqualTo(DeclineCode.DAILY_LIMIT_EXCEEDED);
        assertThat(decision.security().pin().triesLeft()).isEqualTo(3);
    }

    @Test
    void aWrongPinCostsATryEvenIfALaterCheckWouldDecline() {
        CardExample card = aCard().withDailyLimit(0L);

        AuthorizationDecision decision = decide(withdrawal(PinEvidence.MISMATCH), card);

        assertThat(decision.declinedFor()).isEqualTo(DeclineCode.PIN_MISMATCH);
        assertThat(decision.security().pin().triesLeft()).isEqualTo(2);
    }

    private static MessageExample withdrawal(PinEvidence pin) {
        return aRequest()
                .through(Channel.ATM)
                .asking(Processing.CASH_WITHDRAWAL)
                .withMcc("6011")
                .withPin(pin);
    }

    private static AuthorizationDecision decide(MessageExample message, CardExample card) {
        return AUTHORIZER.decide(message.question(), card.positionAt(NOON));
    }
}
