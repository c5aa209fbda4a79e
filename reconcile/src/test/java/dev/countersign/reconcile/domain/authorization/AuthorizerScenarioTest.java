package dev.countersign.reconcile.domain.authorization;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.NOON;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefundAuthorization;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.ChallengePreference;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.feed.Channel;
import dev.countersign.reconcile.domain.feed.Network;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.feed.evidence.CryptogramEvidence;
import dev.countersign.reconcile.domain.feed.evidence.CvcEvidence;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.feed.evidence.TransStatus;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.pin.PinStatus;
import dev.countersign.reconcile.domain.wallet.WalletTokenStatus;
import dev.countersign.reconcile.testkit.domain.CardExample;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.TextTable;
import dev.countersign.reconcile.testkit.domain.TextTable.Row;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The checks of DOMAIN.md 2.1 in their order, with the answers of its table 1.2. */
class AuthorizerScenarioTest {

    private static final String SUSPECT = "M-SUSPECT";
    private static final Authorizer AUTHORIZER =
            new Authorizer(new DecisionPolicy(false, false, Set.of(SUSPECT)));

    /**
     * By descending precedence. A request fails the line's check and every later one but those it
     * cannot fail at the same time.
     */
    private static final String CHECKS =
            """
            check | code                    | reason                  | visa | mastercard | cannot also fail
            0     | ISSUER_UNAVAILABLE      | other                   | 91   | 91         |
            2     | REVERSED_BEFORE_AUTH    | other                   | 05   | 05         |
            4     | INVALID_AMOUNT          | other                   | 13   | 13         |
            4     | INVALID_TRANSACTION     | other                   | 12   | 12         |
            5     | CARD_TERMINATED         | other                   | 46   | 46         | CARD_FROZEN
            5     | CARD_LOST               | other                   | 41   | 41         | CARD_FROZEN
            5     | CARD_STOLEN             | other                   | 43   | 43         | CARD_FROZEN
            5     | CARD_PENDING            | other                   | 78   | 78         | CARD_FROZEN
            5     | CARD_FROZEN             | card_frozen             | 62   | 62         |
            5     | CUSTOMER_INACTIVE       | other                   | 57   | 57         |
            5     | PROGRAM_INACTIVE        | other                   | 57   | 57         |
            6     | CARD_EXPIRED            | other                   | 54   | 54         |
            6     | EXPIRY_MISMATCH         | other                   | 54   | 54         |
            6     | TOKEN_UNKNOWN           | other                   | 14   | 14         | TOKEN_SUSPENDED
            6     | TOKEN_REMOVED           | other                   | 14   | 14         | TOKEN_SUSPENDED
            6     | TOKEN_SUSPENDED         | other                   | 62   | 62         |
            6     | TOKEN_PENDING           | other                   | 62   | 62         |
            7     | CVC_MISMATCH            | suspected_fraud         | 59   | 59         |
            7     | CRYPTOGRAM_INVALID      | suspected_fraud         | 59   | 59         |
            8     | PIN_MISSING             | incorrect_pin           | 55   | 55         | PIN_MISMATCH ONLINE_NOT_ALLOWED SCA_REQUIRED
            8     | PIN_MISMATCH            | incorrect_pin           | 55   | 55         |
            8     | PIN_TRIES_EXCEEDED      | incorrect_pin           | 75   | 75         |
            8     | SYSTEM_ERROR            | other                   | 96   | 96         |
            9     | CASH_NOT_ALLOWED        | authorization_control   | 57   | 57         |
            9     | ONLINE_NOT_ALLOWED      | authorization_control   | 57   | 57         |
            9     | CONTACTLESS_NOT_ALLOWED | authorization_control   | 57   | 57         | SCA_REQUIRED
            9     | COUNTRY_NOT_ALLOWED     | authorization_control   | 57   | 57         |
            9     | MCC_NOT_ALLOWED         | authorization_control   | 57   | 57         |
            10    | AUTHENTICATION_FAILED   | suspected_fraud         | 59   | 59         | SCA_REQUIRED
            10    | SCA_REQUIRED            | other                   | 1A   | 65         |
            10    | TAP_NEEDS_PIN           | other                   | 70   | 65         |
            10    | SCA_NOT_POSSIBLE        | other                   | 05   | 05         |
            11    | SINGLE_LIMIT_EXCEEDED   | spending_limit_exceeded | 61   | 61         |
            11    | DAILY_LIMIT_EXCEEDED    | spending_limit_exceeded | 61   | 61         |
            11    | MONTHLY_LIMIT_EXCEEDED  | spending_limit_exceeded | 61   | 61         |
            12    | FUNDS_INSUFFICIENT      | insufficient_funds      | 51   | 51         |
            13    | RISK_RULE               | suspected_fraud         | 59   | 59         |
            """;

    /** One code for each thing that can be wrong, such that all can be wrong together. */
    private static final List<DeclineCode> TOGETHER =
            List.of(
                    DeclineCode.ISSUER_UNAVAILABLE,
                    DeclineCode.REVERSED_BEFORE_AUTH,
                    DeclineCode.INVALID_AMOUNT,
                    DeclineCode.INVALID_TRANSACTION,
                    DeclineCode.CARD_FROZEN,
                    DeclineCode.CUSTOMER_INACTIVE,
                    DeclineCode.PROGRAM_INACTIVE,
                    DeclineCode.CARD_EXPIRED,
                    DeclineCode.EXPIRY_MISMATCH,
                    DeclineCode.TOKEN_SUSPENDED,
                    DeclineCode.CVC_MISMATCH,
                    DeclineCode.CRYPTOGRAM_INVALID,
                    DeclineCode.PIN_MISMATCH,
                    DeclineCode.CASH_NOT_ALLOWED,
                    DeclineCode.ONLINE_NOT_ALLOWED,
                    DeclineCode.COUNTRY_NOT_ALLOWED,
                    DeclineCode.MCC_NOT_ALLOWED,
                    DeclineCode.SCA_REQUIRED,
                    DeclineCode.SINGLE_LIMIT_EXCEEDED,
                    DeclineCode.DAILY_LIMIT_EXCEEDED,
                    DeclineCode.MONTHLY_LIMIT_EXCEEDED,
                    DeclineCode.FUNDS_INSUFFICIENT,
                    DeclineCode.RISK_RULE);

    @TestFactory
    Stream<DynamicTest> theFirstCheckThatFailsIsTheAnswerAndAllAreKept() {
        return TextTable.tests(CHECKS, this::failsWithAllLaterOnes);
    }

    @TestFactory
    Stream<DynamicTest> eachCheckDeclinesAlone() {
        return TextTable.tests(
                CHECKS,
                row -> {
                    DeclineCode code = code(row);
                    assertThat(decide(fail(code, Case.PASSING), Network.VISA).failed())
                            .containsExactly(code);
                });
    }

    @Test
    void theTableHasEveryCodeOfTheDecision() {
        EnumSet<DeclineCode> listed = EnumSet.noneOf(DeclineCode.class);
        TextTable.rows(CHECKS).forEach(row -> listed.add(code(row)));

        assertThat(EnumSet.complementOf(listed))
                .as("the first is for a card that nobody knows, the second the network's own")
                .containsExactly(DeclineCode.CARD_NOT_FOUND, DeclineCode.DECLINED_BY_NETWORK);
        assertThat(DeclineCode.CARD_NOT_FOUND.responseCode(Network.VISA)).isEqualTo("14");
        assertThat(DeclineCode.CARD_NOT_FOUND.reason()).isEqualTo(DeclineReason.OTHER);
    }

    @Test
    void aRequestThatFailsNothingIsApproved() {
        AuthorizationDecision decision = decide(Case.PASSING, Network.VISA);

        assertThat(decision.approved()).isTrue();
        assertThat(decision.responseCode()).isEqualTo("00");
        assertThat(decision.approvedMinor()).isEqualTo(1000);
        assertThat(decision.failed()).isEmpty();
    }

    private void failsWithAllLaterOnes(Row row) {
        DeclineCode code = code(row);
        List<DeclineCode> expected = new ArrayList<>(List.of(code));
        Case spoilt = Case.PASSING;
        for (DeclineCode later : TOGETHER) {
            if (later.compareTo(code) > 0 && !excluded(row).contains(later.name())) {
                expected.add(later);
                spoilt = fail(later, spoilt);
            }
        }
        spoilt = fail(code, spoilt);

        for (Network network : Network.values()) {
            AuthorizationDecision decision = decide(spoilt, network);
            assertThat(decision.approved()).isFalse();
            assertThat(decision.approvedMinor()).isZero();
            assertThat(decision.declinedFor()).isEqualTo(code);
            assertThat(code.reason().wire()).isEqualTo(row.text("reason"));
            assertThat(decision.responseCode()).isEqualTo(row.text(network.wire()));
            assertThat(decision.failed()).containsExactlyElementsOf(expected);
        }
    }

    private static List<String> excluded(Row row) {
        return row.words("cannot also fail");
    }

    private static DeclineCode code(Row row) {
        return DeclineCode.valueOf(row.text("code"));
    }

    private static AuthorizationDecision decide(Case spoilt, Network network) {
        return AUTHORIZER.decide(
                spoilt.message().over(network).question(0, spoilt.reversedBefore()),
                spoilt.card().positionAt(NOON));
    }

    /**
     * A card and a request, online and authenticated, that pass until something is made to fail.
     */
    private record Case(CardExample card, MessageExample message, boolean reversedBefore) {

        static final Case PASSING =
                new Case(
                        aCard().withScaEnforced(),
                        aRequest().through(Channel.ONLINE).withTransStatus(TransStatus.Y),
                        false);

        Case card(CardExample changed) {
            return new Case(changed, message, reversedBefore);
        }

        Case message(MessageExample changed) {
            return new Case(card, changed, reversedBefore);
        }
    }

    private static final WalletTokenId TOKEN = new WalletTokenId(new UUID(7, 1));
    private static final WalletTokenId OTHER_TOKEN = new WalletTokenId(new UUID(7, 2));

    private static Case withToken(Case now, WalletTokenStatus status) {
        return new Case(
                now.card().withToken(TOKEN, status),
                now.message().withToken(TOKEN),
                now.reversedBefore());
    }

    private static Case fail(DeclineCode code, Case now) {
        CardExample card = now.card();
        MessageExample message = now.message();
        return switch (code) {
            case ISSUER_UNAVAILABLE -> now.message(message.stale());
            case REVERSED_BEFORE_AUTH -> new Case(card, message, true);
            case INVALID_AMOUNT -> now.message(message.withCashback(message.amount() + 1));
            case INVALID_TRANSACTION -> now.message(message.withCurrency("USD"));
            case CARD_TERMINATED -> now.card(card.terminated(Termination.OTHER));
            case CARD_LOST -> now.card(card.terminated(Termination.LOST));
            case CARD_STOLEN -> now.card(card.terminated(Termination.STOLEN));
            case CARD_PENDING -> now.card(card.withStatus(CardStatus.PENDING));
            case CARD_FROZEN -> now.card(card.frozen());
            case CUSTOMER_INACTIVE -> now.card(card.withCustomerInactive());
            case PROGRAM_INACTIVE -> now.card(card.withProgramInactive());
            case CARD_EXPIRED -> now.card(card.withExpiry(YearMonth.of(2026, 10)));
            case EXPIRY_MISMATCH -> now.message(message.withExpiry(YearMonth.of(2030, 1)));
            case TOKEN_UNKNOWN -> now.message(message.withToken(TOKEN));
            case TOKEN_REMOVED -> withToken(now, WalletTokenStatus.REMOVED);
            case TOKEN_SUSPENDED -> withToken(now, WalletTokenStatus.SUSPENDED);
            case TOKEN_PENDING -> withToken(now, WalletTokenStatus.PENDING);
            case CVC_MISMATCH -> now.message(message.withCvc(CvcEvidence.NO_MATCH));
            case CRYPTOGRAM_INVALID ->
                    now.message(message.withCryptogram(CryptogramEvidence.INVALID));
            case PIN_MISSING -> now.message(message.through(Channel.ATM));
            case PIN_MISMATCH -> now.message(message.withPin(PinEvidence.MISMATCH));
            case PIN_TRIES_EXCEEDED -> now.message(message.withPin(PinEvidence.BLOCKED));
            case SYSTEM_ERROR -> now.message(message.withPin(PinEvidence.ERROR));
            case CASH_NOT_ALLOWED ->
                    new Case(
                            card.withoutCash(),
                            message.asking(Processing.CASH_WITHDRAWAL),
                            now.reversedBefore());
            case ONLINE_NOT_ALLOWED -> now.card(card.withoutOnline());
            case CONTACTLESS_NOT_ALLOWED ->
                    new Case(
                            card.withoutContactless(),
                            message.through(Channel.CONTACTLESS),
                            now.reversedBefore());
            case COUNTRY_NOT_ALLOWED -> now.card(card.withBlockedCountries("IT"));
            case MCC_NOT_ALLOWED -> now.card(card.withBlockedMccs("5812"));
            case AUTHENTICATION_FAILED -> now.message(message.withTransStatus(TransStatus.N));
            case SCA_REQUIRED -> now.message(message.withTransStatus(null));
            case TAP_NEEDS_PIN ->
                    new Case(
                            card.withTaps(5, 500),
                            message.through(Channel.CONTACTLESS),
                            now.reversedBefore());
            case SCA_NOT_POSSIBLE ->
                    new Case(
                            card.withThreeDs(false, ChallengePreference.NO_PREFERENCE),
                            message.withTransStatus(null),
                            now.reversedBefore());
            case SINGLE_LIMIT_EXCEEDED -> now.card(card.withSingleLimit(999L));
            case DAILY_LIMIT_EXCEEDED -> now.card(card.withDailyLimit(999L));
            case MONTHLY_LIMIT_EXCEEDED -> now.card(card.withMonthlyLimit(999L));
            case FUNDS_INSUFFICIENT -> now.card(card.withFunds(999L));
            case RISK_RULE -> now.message(message.atMerchant(SUSPECT));
            case CARD_NOT_FOUND, DECLINED_BY_NETWORK ->
                    throw new IllegalArgumentException(code + " is not a check of the decision");
        };
    }

    // ---- wallet tokens

    @TestFactory
    Stream<DynamicTest> aTokenSpendsWhileItIsActiveOnItsCard() {
        return TextTable.tests(
                """
                case                       | token of the card | asked for    | named | expected
                an active one              | ACTIVE            | PURCHASE     | this  |
                a suspended one            | SUSPENDED         | PURCHASE     | this  | TOKEN_SUSPENDED
                a pending one              | PENDING           | PURCHASE     | this  | TOKEN_PENDING
                a removed one              | REMOVED           | PURCHASE     | this  | TOKEN_REMOVED
                none of the card's         | ACTIVE            | PURCHASE     | other | TOKEN_UNKNOWN
                none at all                | SUSPENDED         | PURCHASE     |       |
                cash                       | SUSPENDED         | CASH_WITHDRAWAL | this | TOKEN_SUSPENDED
                a verification             | REMOVED           | VERIFICATION | this  | TOKEN_REMOVED
                a refund comes back all the same | REMOVED     | REFUND       | this  |
                """,
                row -> {
                    Processing processing = Processing.valueOf(row.text("asked for"));
                    MessageExample message =
                            processing == Processing.REFUND
                                    ? aRefundAuthorization()
                                    : aRequest()
                                            .asking(processing)
                                            .withAmount(
                                                    processing == Processing.VERIFICATION
                                                            ? 0
                                                            : 1000);
                    if (!row.blank("named")) {
                        message =
                                message.withToken(
                                        row.text("named").equals("this") ? TOKEN : OTHER_TOKEN);
                    }
                    CardExample card =
                            aCard().withToken(
                                            TOKEN,
                                            WalletTokenStatus.valueOf(
                                                    row.text("token of the card")));
                    assertThat(
                                    AUTHORIZER
                                            .decide(message.question(), card.positionAt(NOON))
                                            .failed())
                            .isEqualTo(
                                    row.words("expected").stream()
                                            .map(DeclineCode::valueOf)
                                            .toList());
                });
    }

    // ---- which checks are made for what

    @Test
    void aRefundAuthorizationSkipsPinControlsAuthenticationLimitsFundsAndRisk() {
        CardExample card =
                aCard().withScaEnforced()
                        .withoutOnline()
                        .withBlockedMccs("5812")
                        .withSingleLimit(0L)
                        .withDailyLimit(0L)
                        .withMonthlyLimit(0L)
                        .withFunds(0L)
                        .withPin(PinStatus.BLOCKED, 0);
        MessageExample refund =
                aRefundAuthorization()
                        .through(Channel.ONLINE)
                        .withPin(PinEvidence.MISMATCH)
                        .atMerchant(SUSPECT);

        AuthorizationDecision decision =
                AUTHORIZER.decide(refund.question(), card.positionAt(NOON));

        assertThat(decision.approved()).isTrue();
        assertThat(decision.security()).isEqualTo(card.security());
    }

    @Test
    void aRefundAuthorizationToAFrozenCardIsDeclined() {
        assertThat(
                        AUTHORIZER
                                .decide(
                                        aRefundAuthorization().question(),
                                        aCard().frozen().positionAt(NOON))
                                .declinedFor())
                .isEqualTo(DeclineCode.CARD_FROZEN);
    }

    @TestFactory
    Stream<DynamicTest> whatAsksForNoMoneyMustBeZeroAndLooksAtCardAndPinOnly() {
        return TextTable.tests(
                """
                processing   | amount | pin      | card   | expected
                VERIFICATION | 0      | ABSENT   | active | 85
                INQUIRY      | 0      | MATCH    | active | 00
                INQUIRY      | 0      | MISMATCH | active | 55
                INQUIRY      | 0      | MATCH    | frozen | 62
                VERIFICATION | 1      | ABSENT   | active | 13
                INQUIRY      | 1      | MATCH    | active | 13
                UNKNOWN      | 1      | ABSENT   | active | 12
                PURCHASE     | 0      | ABSENT   | active | 00
                """,
                row -> {
                    CardExample card =
                            aCard().withDailyLimit(0L).withFunds(0L).withStatus(status(row));
                    MessageExample message =
                            aRequest()
                                    .asking(Processing.valueOf(row.text("processing")))
                                    .withAmount(Long.parseLong(row.text("amount")))
                                    .withPin(PinEvidence.valueOf(row.text("pin")));
                    assertThat(
                                    AUTHORIZER
                                            .decide(message.question(), card.positionAt(NOON))
                                            .responseCode())
                            .isEqualTo(row.text("expected"));
                });
    }

    private static CardStatus status(Row row) {
        return Arrays.stream(CardStatus.values())
                .filter(status -> status.wire().equals(row.text("card")))
                .findAny()
                .orElseThrow();
    }

    // ---- check 6

    @TestFactory
    Stream<DynamicTest> aCardIsValidToTheLastMillisecondOfItsMonth() {
        return TextTable.tests(
                """
                expiry  | at                       | on the message | expected
                2026-11 | 2026-11-30T23:59:59.999Z |                | 00
                2026-11 | 2026-12-01T00:00:00.000Z |                | 54
                2028-02 | 2028-02-29T23:59:59.999Z |                | 00
                2028-02 | 2028-03-01T00:00:00.000Z |                | 54
                2026-12 | 2026-12-31T23:59:59.999Z |                | 00
                2026-12 | 2027-01-01T00:00:00.000Z |                | 54
                2026-11 | 2026-11-30T23:59:59.999Z | 2026-11        | 00
                2029-11 | 2026-11-30T23:59:59.999Z | 2029-10        | 54
                """,
                row -> {
                    Instant at = Instant.parse(row.text("at"));
                    MessageExample message =
                            aRequest()
                                    .at(at)
                                    .withExpiry(
                                            row.blank("on the message")
                                                    ? null
                                                    : YearMonth.parse(row.text("on the message")));
                    CardExample card = aCard().withExpiry(YearMonth.parse(row.text("expiry")));
                    assertThat(
                                    AUTHORIZER
                                            .decide(message.question(), card.positionAt(at))
                                            .responseCode())
                            .isEqualTo(row.text("expected"));
                });
    }

    // ---- check 9

    @TestFactory
    Stream<DynamicTest> controlsRefuseWhatTheyDoNotAllow() {
        return TextTable.tests(
                """
                card                  | channel     | processing      | cashback | mcc  | country | expected
                no cash               | ATM         | CASH_WITHDRAWAL | 0        | 6011 | IT      | CASH_NOT_ALLOWED
                no cash               | IN_STORE    | CASH_WITHDRAWAL | 0        | 6010 | IT      | CASH_NOT_ALLOWED
                no cash               | IN_STORE    | PURCHASE        | 200      | 5411 | IT      | CASH_NOT_ALLOWED
                no cash               | IN_STORE    | PURCHASE        | 0        | 5411 | IT      |
                cash                  | IN_STORE    | PURCHASE        | 200      | 5411 | IT      |
                no online             | ONLINE      | PURCHASE        | 0        | 5411 | IT      | ONLINE_NOT_ALLOWED
                no online             | IN_STORE    | PURCHASE        | 0        | 5411 | IT      |
                no contactless        | CONTACTLESS | PURCHASE        | 0        | 5411 | IT      | CONTACTLESS_NOT_ALLOWED
                no contactless        | IN_STORE    | PURCHASE        | 0        | 5411 | IT      |
                allowed mcc 5411      | IN_STORE    | PURCHASE        | 0        | 5411 | IT      |
                allowed mcc 5411      | IN_STORE    | PURCHASE        | 0        | 5812 | IT      | MCC_NOT_ALLOWED
                allowed mcc 5411      | IN_STORE    | PURCHASE        | 0        |      | IT      | MCC_NOT_ALLOWED
                blocked mcc 5411      | IN_STORE    | PURCHASE        | 0        | 5411 | IT      | MCC_NOT_ALLOWED
                blocked mcc 5411      | IN_STORE    | PURCHASE        | 0        | 5812 | IT      |
                blocked mcc 5411      | IN_STORE    | PURCHASE        | 0        |      | IT      |
                allowed country IT    | IN_STORE    | PURCHASE        | 0        | 5411 | IT      |
                allowed country IT    | IN_STORE    | PURCHASE        | 0        | 5411 | FR      | COUNTRY_NOT_ALLOWED
                allowed country IT    | IN_STORE    | PURCHASE        | 0        | 5411 |         | COUNTRY_NOT_ALLOWED
                blocked country IT    | IN_STORE    | PURCHASE        | 0        | 5411 | IT      | COUNTRY_NOT_ALLOWED
                blocked country IT    | IN_STORE    | PURCHASE        | 0        | 5411 |         |
                """,
                row -> {
                    MessageExample message =
                            aRequest()
                                    .through(Channel.valueOf(row.text("channel")))
                                    .asking(Processing.valueOf(row.text("processing")))
                                    .withCashback(Long.parseLong(row.text("cashback")))
                                    .withMcc(row.blank("mcc") ? null : row.text("mcc"))
                                    .withCountry(row.blank("country") ? null : row.text("country"))
                                    .withPin(PinEvidence.MATCH);
                    List<DeclineCode> expected =
                            row.words("expected").stream().map(DeclineCode::valueOf).toList();
                    assertThat(
                                    AUTHORIZER
                                            .decide(
                                                    message.question(),
                                                    controlled(row.text("card")).positionAt(NOON))
                                            .failed())
                            .isEqualTo(expected);
                });
    }

    private static CardExample controlled(String how) {
        return switch (how) {
            case "cash" -> aCard();
            case "no cash" -> aCard().withoutCash();
            case "no online" -> aCard().withoutOnline();
            case "no contactless" -> aCard().withoutContactless();
            case "allowed mcc 5411" -> aCard().withAllowedMccs("5411");
            case "blocked mcc 5411" -> aCard().withBlockedMccs("5411");
            case "allowed country IT" -> aCard().withAllowedCountries("IT");
            case "blocked country IT" -> aCard().withBlockedCountries("IT");
            default -> throw new IllegalArgumentException(how);
        };
    }
}
