package dev.countersign.reconcile.domain.authorization;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.NOON;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.card.ChallengePreference;
import dev.countersign.reconcile.domain.card.ScaExemption;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.evidence.ClaimedExemption;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.feed.evidence.TransStatus;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import dev.countersign.reconcile.testkit.domain.CardExample;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.TextTable;
import dev.countersign.reconcile.testkit.domain.TextTable.Row;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The 3-D Secure table of DOMAIN.md section 7, and its bounds. */
class StrongAuthenticationScenarioTest {

    private static final Authorizer AUTHORIZER = new Authorizer(DecisionPolicy.DEFAULT);

    /** Amounts of 30.00 are within the bounds, 100.01 is out of all. */
    @TestFactory
    Stream<DynamicTest> evidenceIsWorthWhatTheCardsPreferenceSays() {
        return TextTable.tests(
                """
                status | eci | claimed                   | listed                    | amount | no_preference         | challenge_requested   | challenge_avoided
                Y      |     | NONE                      |                           | 10001  | pass                  | pass                  | pass
                       | 05  | NONE                      |                           | 10001  | pass                  | pass                  | pass
                       | 02  | NONE                      |                           | 10001  | pass                  | pass                  | pass
                A      |     | NONE                      |                           | 10001  | pass                  | SCA_REQUIRED          | pass
                       | 06  | NONE                      |                           | 10001  | pass                  | SCA_REQUIRED          | pass
                       | 01  | NONE                      |                           | 10001  | pass                  | SCA_REQUIRED          | pass
                       |     | LOW_VALUE                 | LOW_VALUE                 | 3000   | pass                  | SCA_REQUIRED          | pass
                       |     | LOW_VALUE                 | LOW_VALUE                 | 3001   | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                       |     | LOW_VALUE                 |                           | 3000   | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                       |     | LOW_VALUE                 | TRANSACTION_RISK_ANALYSIS | 3000   | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                       |     | TRANSACTION_RISK_ANALYSIS | TRANSACTION_RISK_ANALYSIS | 10000  | pass                  | SCA_REQUIRED          | pass
                       |     | TRANSACTION_RISK_ANALYSIS | TRANSACTION_RISK_ANALYSIS | 10001  | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                       |     | TRANSACTION_RISK_ANALYSIS |                           | 10000  | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                       |     | TRUSTED_BENEFICIARY       | TRUSTED_BENEFICIARY       | 10001  | pass                  | SCA_REQUIRED          | pass
                       |     | TRUSTED_BENEFICIARY       |                           | 3000   | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                       |     | NONE                      |                           | 1      | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                U      |     | NONE                      |                           | 1      | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                       | 07  | NONE                      |                           | 1      | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                       |     | NONE                      | LOW_VALUE                 | 3000   | pass                  | SCA_REQUIRED          | pass
                U      |     | NONE                      | LOW_VALUE                 | 3000   | pass                  | SCA_REQUIRED          | pass
                       |     | NONE                      | LOW_VALUE                 | 3001   | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                       |     | NONE                      | TRANSACTION_RISK_ANALYSIS | 10000  | pass                  | SCA_REQUIRED          | pass
                       |     | NONE                      | TRUSTED_BENEFICIARY       | 1      | SCA_REQUIRED          | SCA_REQUIRED          | SCA_REQUIRED
                N      |     | NONE                      | LOW_VALUE                 | 1      | AUTHENTICATION_FAILED | AUTHENTICATION_FAILED | AUTHENTICATION_FAILED
                R      |     | NONE                      | LOW_VALUE                 | 1      | AUTHENTICATION_FAILED | AUTHENTICATION_FAILED | AUTHENTICATION_FAILED
                """,
                row -> {
                    for (ChallengePreference preference : ChallengePreference.values()) {
                        assertThat(outcome(request(row), card(row, preference)))
                                .as(preference.wire())
                                .isEqualTo(row.text(preference.name().toLowerCase(Locale.ROOT)));
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> theTestIsMadeOnlyOnlineWhereTheCardholderIsThere() {
        return TextTable.tests(
                """
                channel     | nature    | program | enabled | status | expected
                ONLINE      |           | bound   | yes     |        | SCA_REQUIRED
                ONLINE      |           | free    | yes     |        | pass
                ONLINE      |           | free    | yes     | N      | pass
                ONLINE      | mit       | bound   | yes     |        | pass
                ONLINE      | moto      | bound   | yes     |        | pass
                ONLINE      | recurring | bound   | yes     |        | pass
                IN_STORE    |           | bound   | yes     |        | pass
                CONTACTLESS |           | bound   | yes     |        | pass
                ONLINE      |           | bound   | no      |        | SCA_NOT_POSSIBLE
                ONLINE      |           | bound   | no      | U      | SCA_NOT_POSSIBLE
                ONLINE      |           | bound   | no      | Y      | pass
                ONLINE      |           | free    | no      |        | pass
                ONLINE      | mit       | bound   | no      |        | pass
                """,
                row -> {
                    CardExample card =
                            aCard().withThreeDs(
                                            row.text("enabled").equals("yes"),
                                            ChallengePreference.NO_PREFERENCE);
                    MessageExample message =
                            aRequest()
                                    .through(Channel.valueOf(row.text("channel")))
                                    .withTransStatus(status(row));
                    MessageExample sent =
                            switch (row.text("nature")) {
                                case "mit" -> message.initiatedByMerchant();
                                case "moto" -> message.byMailOrTelephone();
                                case "recurring" -> message.recurring();
                                default -> message;
                            };
                    assertThat(
                                    outcome(
                                            sent,
                                            row.text("program").equals("bound")
                                                    ? card.withScaEnforced()
                                                    : card))
                            .isEqualTo(row.text("expected"));
                });
    }

    @TestFactory
    Stream<DynamicTest> lowValueEndsAfterFiveUsesOrAHundred() {
        return TextTable.tests(
                """
                used | for  | amount | expected
                0    | 0    | 3000   | pass
                4    | 400  | 3000   | pass
                5    | 500  | 100    | SCA_REQUIRED
                3    | 7000 | 3000   | pass
                3    | 7001 | 3000   | SCA_REQUIRED
                """,
                row -> {
                    CardExample card =
                            lowValueCard()
                                    .withExemptionsUsed(
                                            Integer.parseInt(row.text("used")),
                                            Long.parseLong(row.text("for")));
                    assertThat(
                                    outcome(
                                            online().withAmount(Long.parseLong(row.text("amount"))),
                                            card))
                            .isEqualTo(row.text("expected"));
                });
    }

    @TestFactory
    Stream<DynamicTest> tapsEndAfterFiveOrAHundredAndFifty() {
        return TextTable.tests(
                """
                taps | for   | amount | pin   | token | mcc  | program | expected      | taps then | for then
                0    | 0     | 5000   |       |       | 5812 | bound   | pass          | 1         | 5000
                0    | 0     | 5001   |       |       | 5812 | bound   | TAP_NEEDS_PIN | 0         | 0
                4    | 400   | 5000   |       |       | 5812 | bound   | pass          | 5         | 5400
                5    | 500   | 100    |       |       | 5812 | bound   | TAP_NEEDS_PIN | 5         | 500
                3    | 10000 | 5000   |       |       | 5812 | bound   | pass          | 4         | 15000
                3    | 10001 | 5000   |       |       | 5812 | bound   | TAP_NEEDS_PIN | 3         | 10001
                5    | 500   | 9000   | MATCH |       | 5812 | bound   | pass          | 0         | 0
                5    | 500   | 9000   |       | yes   | 5812 | bound   | pass          | 5         | 500
                5    | 500   | 9000   |       |       | 4111 | bound   | pass          | 5         | 500
                5    | 500   | 9000   |       |       |      | bound   | TAP_NEEDS_PIN | 5         | 500
                5    | 500   | 9000   |       |       | 5812 | free    | pass          | 5         | 500
                """,
                row -> {
                    WalletTokenId token = new WalletTokenId(new UUID(7, 1));
                    CardExample card =
                            aCard().withToken(token, WalletTokenStatus.ACTIVE)
                                    .withTaps(
                                            Integer.parseInt(row.text("taps")),
                                            Long.parseLong(row.text("for")));
                    MessageExample tap =
                            aRequest()
                                    .through(Channel.CONTACTLESS)
                                    .withAmount(Long.parseLong(row.text("amount")))
                                    .withMcc(row.blank("mcc") ? null : row.text("mcc"));
                    MessageExample sent = row.blank("token") ? tap : tap.withToken(token);
                    AuthorizationDecision decision =
                            decide(
                                    row.blank("pin") ? sent : sent.withPin(PinEvidence.MATCH),
                                    row.text("program").equals("bound")
                                            ? card.withScaEnforced()
                                            : card);

                    assertThat(
                                    decision.approved()
                                            ? "pass"
                                            : String.valueOf(decision.declinedFor()))
                            .isEqualTo(row.text("expected"));
                    assertThat(decision.security().tapCount())
                            .isEqualTo(Integer.parseInt(row.text("taps then")));
                    assertThat(decision.security().tapMinor())
                            .isEqualTo(Long.parseLong(row.text("for then")));
                });
    }

    @Test
    void thePinOnTheChipLetsACardBeTappedAgainAndAnOnlineAuthenticationDoesNot() {
        CardExample card = aCard().withScaEnforced().withTaps(5, 500);

        assertThat(
                        decide(
                                        aRequest()
                                                .through(Channel.IN_STORE)
                                                .withPin(PinEvidence.MATCH),
                                        card)
                                .security()
                                .tapCount())
                .isZero();
        assertThat(decide(online().withTransStatus(TransStatus.Y), card).security().tapCount())
                .isEqualTo(5);
    }

    @Test
    void anExemptionIsCountedWhenTheRequestIsApproved() {
        AuthorizationDecision decision =
                decide(online().withAmount(3000), lowValueCard().withExemptionsUsed(1, 500));

        assertThat(decision.security().exemptCount()).isEqualTo(2);
        assertThat(decision.security().exemptMinor()).isEqualTo(3500);
    }

    @Test
    void anExemptionIsNotCountedWhenTheRequestIsDeclined() {
        CardExample card = lowValueCard().withExemptionsUsed(1, 500).withDailyLimit(0L);

        assertThat(decide(online(), card).security()).isEqualTo(card.security());
    }

    @Test
    void realAuthenticationStartsTheCountAgainAndAnAttemptDoesNot() {
        CardExample card = lowValueCard().withExemptionsUsed(5, 10000);

        assertThat(decide(online().withTransStatus(TransStatus.Y), card).security().exemptCount())
                .isZero();
        assertThat(decide(online().withTransStatus(TransStatus.A), card).security().exemptCount())
                .isEqualTo(5);
    }

    @Test
    void authenticationOnAFrozenCardDoesNotStartTheCountAgain() {
        CardExample card = lowValueCard().withExemptionsUsed(5, 10000).frozen();

        assertThat(decide(online().withTransStatus(TransStatus.Y), card).security())
                .isEqualTo(card.security());
    }

    private static CardExample lowValueCard() {
        return aCard().withScaEnforced()
                .withThreeDs(true, ChallengePreference.NO_PREFERENCE, ScaExemption.LOW_VALUE);
    }

    private static CardExample card(Row row, ChallengePreference preference) {
        ScaExemption[] listed =
                row.words("listed").stream()
                        .map(ScaExemption::valueOf)
                        .toArray(ScaExemption[]::new);
        return aCard().withScaEnforced().withThreeDs(true, preference, listed);
    }

    private static MessageExample request(Row row) {
        return online().withAmount(Long.parseLong(row.text("amount")))
                .withTransStatus(status(row))
                .withEci(row.blank("eci") ? null : row.text("eci"))
                .claiming(ClaimedExemption.valueOf(row.text("claimed")));
    }

    private static TransStatus status(Row row) {
        return row.blank("status") ? null : TransStatus.valueOf(row.text("status"));
    }

    private static MessageExample online() {
        return aRequest().through(Channel.ONLINE);
    }

    private static String outcome(MessageExample message, CardExample card) {
        AuthorizationDecision decision = decide(message, card);
        return decision.approved() ? "pass" : String.valueOf(decision.declinedFor());
    }

    private static AuthorizationDecision decide(MessageExample message, CardExample card) {
        return AUTHORIZER.decide(message.question(), card.positionAt(NOON));
    }
}
