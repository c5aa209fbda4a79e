package dev.countersign.reconcile.domain.clearing.post;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.breaks.Break;
import dev.countersign.reconcile.domain.card.CardFacts;
import dev.countersign.reconcile.domain.card.CardStatus;
import dev.countersign.reconcile.domain.card.Termination;
import dev.countersign.reconcile.domain.clearing.ClearingPolicy;
import dev.countersign.reconcile.domain.clearing.ClearingRecord;
import dev.countersign.reconcile.domain.clearing.NightRules;
import dev.countersign.reconcile.domain.clearing.match.MatchEvidence;
import dev.countersign.reconcile.domain.clearing.post.ClearingOutcome.Disposition;
import dev.countersign.reconcile.domain.feed.NetworkMessage.Clearing;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.ledger.LedgerAccount;
import dev.countersign.reconcile.domain.transaction.CardOwner;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.RecordedClearing;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.wallet.CardTokens;
import dev.countersign.reconcile.testkit.domain.FoldedCard;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import dev.countersign.reconcile.testkit.domain.NightScript;
import dev.countersign.reconcile.testkit.domain.SettledCard;
import dev.countersign.reconcile.testkit.domain.TextTable;
import dev.countersign.reconcile.testkit.domain.TrialBalance;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A night's writes beside states and breaks: usage, journals and evidence, over several cards too.
 */
class LineageSettlementTest {

    private static final Currency EUR = Currency.getInstance("EUR");
    private static final NightRules NIGHT =
            new NightRules(LocalDate.of(2026, 11, 22), ClearingPolicy.DEFAULT);

    @Nested
    class Usage {

        /** C02. */
        @Test
        void growsOnTheDayOfTheAuthorizationByWhatClearedAbove() {
            SettledCard card =
                    NightScript.play("auth 10000 mcc=5812; clear 12000 on=11-23; night 11-23");

            assertThat(card.card().usedOn("2026-11-21")).isEqualTo(12_000);
            assertThat(card.card().usedOn("2026-11-23")).isZero();
        }

        /** C05. */
        @Test
        void shrinksOnTheDayOfTheAuthorizationByWhatIsGivenBack() {
            SettledCard card =
                    NightScript.play("auth 10000 mcc=5542; clear 4537 on=11-23; night 11-23");

            assertThat(card.card().usedOn("2026-11-21")).isEqualTo(4_537);
        }

        @Test
        void isGivenBackByTheLatestIncrementFirst() {
            SettledCard card =
                    NightScript.play(
                            "auth 5000 mcc=5999; inc 3000 on=11-22; clear 6000 on=11-23;"
                                    + " night 11-23");

            assertThat(card.card().usedOn("2026-11-21")).isEqualTo(5_000);
            assertThat(card.card().usedOn("2026-11-22")).isEqualTo(1_000);
        }

        @Test
        void isNotGivenBackByARefundButByAClearingReversal() {
            assertThat(
                            NightScript.play("auth 5000; clear 5000; night; refund 5000 of=T1")
                                    .card()
                                    .usedOn("2026-11-21"))
                    .isEqualTo(5_000);
            assertThat(
                            NightScript.play("auth 5000; clear 5000 arn=A; back 2000 arn=A")
                                    .card()
                                    .usedOn("2026-11-21"))
                    .isEqualTo(3_000);
        }

        @Test
        void ofAForcePostIsOnItsOwnDay() {
            assertThat(NightScript.play("clear 5500").card().usedOn("2026-11-21")).isEqualTo(5_500);
        }

        @Test
        void ofAnExpiredHoldIsGivenBack() {
            assertThat(NightScript.play("auth 5500; night 11-29").card().usedOn("2026-11-21"))
                    .isZero();
        }
    }

    @Nested
    class Books {

        /** C34: the issuer pays interchange at a cash machine, and no clearing follows. */
        @Test
        void aSingleMessageFromItself() {
            TrialBalance balance =
                    NightScript.play("fin 10000 cash mcc=6011 ix=-50").trialBalance();

            balance(balance, LedgerAccount.CARDHOLDER_FUNDS, 10_000);
            balance(balance, LedgerAccount.ATM_INTERCHANGE, 50);
            balance(balance, LedgerAccount.NETWORK_SETTLEMENT, -10_050);
            balance(balance, LedgerAccount.HOLDS, 0);
        }

        /** C39. */
        @Test
        void anUnknownCardInSuspense() {
            SettledCard card = NightScript.play("unknown 700");
            TrialBalance balance = card.trialBalance();

            balance(balance, LedgerAccount.SUSPENSE, 700);
            balance(balance, LedgerAccount.NETWORK_SETTLEMENT, -700);
            assertThat(card.lastOutcome().disposition()).isEqualTo(Disposition.SUSPENDED);
            assertThat(card.lastOutcome().breaks())
                    .singleElement()
                    .satisfies(found -> assertThat(found.cardId()).isNull());
        }

        @Test
        void interchangeWithItsSign() {
            TrialBalance balance =
                    NightScript.play(
                                    "auth 5000; clear 5000 ix=75; night;"
                                            + " refund 2000 of=T1 ix=-30")
                            .trialBalance();

            balance(balance, LedgerAccount.INTERCHANGE_INCOME, -45);
            balance(balance, LedgerAccount.NETWORK_SETTLEMENT, -(5_000 - 75 - 2_000 + 30));
        }

        /** Nobody can say how much it is. */
        @Test
        void noInterchangeInACurrencyThatThereIsNot() {
            SettledCard card = NightScript.play("auth 5000; clear 5000 ix=75 ixin=ZZZ");

            balance(card.trialBalance(), LedgerAccount.NETWORK_SETTLEMENT, -5_000);
            assertThat(card.lastOutcome().notes())
                    .containsExactly(new Note(Note.NoteSubject.INTERCHANGE_CURRENCY, 75));
        }

        @Test
        void theMirrorOfInterchangeWhenAClearingIsReversed() {
            String cleared = "auth 5000; clear 5000 arn=A ix=75; ";

            balance(income(cleared + "back 5000 arn=A"), LedgerAccount.INTERCHANGE_INCOME, 0);
            balance(income(cleared + "back 5000 arn=A ix=75"), LedgerAccount.INTERCHANGE_INCOME, 0);
            balance(
                    income(cleared + "back 5000 arn=A ix=-75"),
                    LedgerAccount.INTERCHANGE_INCOME,
                    0);
            balance(income(cleared + "back 2000 arn=A"), LedgerAccount.INTERCHANGE_INCOME, -45);
            balance(
                    income(cleared + "clear 1000 arn=A ix=15; back 6000 arn=A"),
                    LedgerAccount.INTERCHANGE_INCOME,
                    0);
            balance(
                    income(cleared + "back 3333 arn=A seq=1/2; back 1667 arn=A seq=2/2"),
                    LedgerAccount.INTERCHANGE_INCOME,
                    0);
        }

        @Test
        void theMirrorOfThePartThatAReversalNamesWhereItStatesItsInterchange() {
            balance(
                    income(
                            "auth 4000; clear 3000 arn=A seq=1/2;"
                                    + " clear 1000 arn=A seq=2/2 ix=10;"
                                    + " back 1000 arn=A seq=2/2 ix=10"),
                    LedgerAccount.INTERCHANGE_INCOME,
                    0);
        }

        @Test
        void interchangeOfCashAsWhatIsPaidWhateverItsSign() {
            balance(income("clear 5000 cash ix=50"), LedgerAccount.ATM_INTERCHANGE, 50);
            balance(income("clear 5000 cash ix=-50"), LedgerAccount.ATM_INTERCHANGE, 50);
            balance(
                    income("clear 5000 cash ix=-50 arn=A; back 5000 cash arn=A"),
                    LedgerAccount.ATM_INTERCHANGE,
                    0);
        }

        @Test
        void onlyWhatWasHeldOutOfTheMemo() {
            SettledCard card = NightScript.play("auth 10000 mcc=5812; clear 12000");

            assertThat(card.lastOutcome().holdReleasedMinor()).isEqualTo(10_000);
            balance(card.trialBalance(), LedgerAccount.HOLDS, 0);
            balance(card.trialBalance(), LedgerAccount.CARDHOLDER_FUNDS, 12_000);
        }

        @Test
        void whatTheNetworkTakesBackTooMuchInSuspense() {
            TrialBalance balance = income("auth 5000; clear 5000 arn=A; back 7000 arn=A");

            balance(balance, LedgerAccount.SUSPENSE, -2_000);
            balance(balance, LedgerAccount.CARDHOLDER_FUNDS, 0);
        }

        @Test
        void anEarlyReversalThroughSuspense() {
            TrialBalance before = income("auth 5000; back 5000 arn=A");
            TrialBalance after =
                    income("auth 5000; back 5000 arn=A; night; clear 5000 arn=A on=11-22");

            balance(before, LedgerAccount.SUSPENSE, -5_000);
            balance(after, LedgerAccount.SUSPENSE, 0);
            balance(after, LedgerAccount.CARDHOLDER_FUNDS, 0);
            balance(after, LedgerAccount.NETWORK_SETTLEMENT, 0);
        }

        @Test
        void twoCurrenciesThroughThePosition() {
            TrialBalance balance =
                    NightScript.play(
                                    "auth 5000; clear 5000 settled=USD5500",
                                    SettledCard.of(aCard()).settlingIn("USD"))
                            .trialBalance();

            balance(balance, LedgerAccount.CARDHOLDER_FUNDS, 5_000);
            balance(balance, LedgerAccount.FX_POSITION, -5_000);
            assertThat(
                            balance.balance(
                                    LedgerAccount.NETWORK_SETTLEMENT, Currency.getInstance("USD")))
                    .isEqualTo(-5_500);
        }

        private TrialBalance income(String story) {
            return NightScript.play(story).trialBalance();
        }

        private void balance(TrialBalance balance, LedgerAccount account, long minor) {
            assertThat(balance.balance(account, EUR)).as(account.name()).isEqualTo(minor);
        }
    }

    /**
     * A reversal that comes first waits in suspense, and may be written off there; the book ends as
     * if it had come after what it takes back.
     */
    @TestFactory
    Stream<DynamicTest> aReversalEndsTheSameInWhateverOrderItComes() {
        return TextTable.tests(
                """
                case | posted | reversal
                wholly | clear 5000 arn=A | back 5000 arn=A
                in part | clear 5000 arn=A | back 2000 arn=A
                too much | clear 5000 arn=A | back 7000 arn=A
                its interchange as stated | clear 5000 arn=A ix=75 | back 5000 arn=A ix=-75
                its interchange stated again | clear 5000 arn=A ix=75 | back 5000 arn=A ix=75
                its interchange not stated | clear 5000 arn=A ix=150 | back 5000 arn=A
                its interchange not stated, of more | clear 3000 arn=A ix=30 | back 4000 arn=A
                interchange that is only given back | clear 5000 arn=A | back 5000 arn=A ix=-75
                of cash | clear 10000 cash arn=A ix=50 | back 10000 cash arn=A ix=50
                of cash that does not say so | clear 10000 cash arn=A ix=-50 | back 10000 arn=A ix=50
                a refund | refund 3000 arn=R ix=-30 | back 3000 arn=R ofrefund ix=30
                a refund that does not say so | refund 3000 arn=R ix=-30 | back 3000 arn=R
                too much of a refund | refund 3000 arn=R | back 5000 arn=R
                too much of a refund, as it says | refund 3000 arn=R | back 5000 arn=R ofrefund
                settled in another currency | clear 300 arn=A settled=USD331 | back 200 arn=A settled=USD221
                too much in another currency | clear 100 arn=A settled=USD111 | back 300 arn=A settled=USD331
                """,
                row -> {
                    String posted = row.text("posted");
                    String reversal = row.text("reversal");
                    SettledCard straight = play(posted + "; night; " + reversal);
                    String later = posted.replaceFirst("(;|$)", " on=11-22$1");
                    SettledCard early = play(reversal + "; night; " + later);
                    SettledCard same = play(reversal + "; " + posted);
                    SettledCard writtenOff = play(reversal + "; night; writeoff; " + later);
                    straight.writeOff(NIGHT.businessDate());
                    early.writeOff(NIGHT.businessDate());
                    same.writeOff(NIGHT.businessDate());

                    assertThat(early.states()).isEqualTo(straight.states());
                    assertThat(balances(early)).isEqualTo(balances(straight));
                    assertThat(balances(same)).isEqualTo(balances(straight));
                    assertThat(balances(writtenOff)).isEqualTo(balances(straight));
                    assertThat(straight.trialBalance().balance(LedgerAccount.SUSPENSE, EUR))
                            .isZero();
                });
    }

    private static SettledCard play(String story) {
        return NightScript.play(story, SettledCard.of(aCard()).settlingIn("USD"));
    }

    private static Map<String, BigInteger> balances(SettledCard card) {
        Map<String, BigInteger> balances = new TreeMap<>();
        card.trialBalance()
                .rows()
                .forEach(
                        (row, sums) -> {
                            if (sums.balance().signum() != 0) {
                                balances.put(row.toString(), sums.balance());
                            }
                        });
        return balances;
    }

    /** Each part of what nobody authorized is a transaction of its own. */
    @TestFactory
    Stream<DynamicTest> aReversalTakesBackFromOneTransactionAndTheRestWaits() {
        return TextTable.tests(
                """
                case | story | states | suspense | interchange
                of the part that it names | clear 300 arn=A seq=1/2; clear 100 arn=A seq=2/2 ix=5; night; back 400 arn=A seq=2/2 on=11-22 | settled 300, reversed 100 | -300 | 0
                of the part of its amount | clear 300 arn=A seq=1/3; clear 100 arn=A seq=2/3 ix=5; night; back 100 arn=A seq=3/3 on=11-22 | settled 300, reversed 100 | 0 | 0
                of the part that is left | clear 300 arn=A seq=1/2; clear 100 arn=A seq=2/2; night; back 300 arn=A on=11-22; night; back 400 arn=A seq=3/3 on=11-23 | reversed 300, reversed 100 | -300 | 0
                of all parts of one transaction | auth 400; clear 300 arn=A seq=1/2 ix=30; clear 100 arn=A seq=2/2 ix=10; night; back 400 arn=A on=11-22 | reversed 400 | 0 | 0
                before its parts | back 400 arn=A; night; clear 300 arn=A seq=1/2 ix=30 on=11-22; clear 100 arn=A seq=2/2 ix=10 on=11-22 | settled 100 | -100 | -10
                of one of two refunds | refund 300 of=T8 arn=A seq=1/2; refund 100 of=T8 tid=R2 arn=A seq=2/2; night; back 400 ofrefund arn=A on=11-22 | reversed 300, settled 100 | 100 | 0
                """,
                row -> {
                    SettledCard card = play(row.text("story"));
                    TrialBalance balance = card.trialBalance();

                    assertThat(String.join(", ", card.states())).isEqualTo(row.text("states"));
                    assertThat(balance.balance(LedgerAccount.SUSPENSE, EUR))
                            .isEqualTo(row.number("suspense"));
                    assertThat(balance.balance(LedgerAccount.INTERCHANGE_INCOME, EUR))
                            .isEqualTo(row.number("interchange"));
                });
    }

    @Test
    void whatARefundsReversalTakesTooMuchIsOwedAndWaits() {
        TrialBalance balance =
                NightScript.play("refund 3000 arn=R; night; back 5000 arn=R").trialBalance();

        assertThat(balance.balance(LedgerAccount.SUSPENSE, EUR)).isEqualTo(2_000);
        assertThat(balance.balance(LedgerAccount.NETWORK_SETTLEMENT, EUR)).isEqualTo(-2_000);
    }

    @Nested
    class AForcePost {

        @Test
        void isNamedByItsRecordAndWaitsForALateAuthorization() {
            SettledCard card = NightScript.play("clear 5500");
            ClearingOutcome outcome = card.lastOutcome();
            ClearingRecord record = Objects.requireNonNull(outcome.record());
            Transaction made = card.card().transactions().getFirst();
            EarlyArrival early = Objects.requireNonNull(outcome.early());

            assertThat(made.id()).isEqualTo(record.transactionId());
            assertThat(made.message().identity()).isEqualTo(record.message().identity());
            assertThat(made.origin()).isEqualTo(Origin.FORCE_POST);
            assertThat(made.settledAt()).isEqualTo(record.at());
            assertThat(early.original().networkTxnId()).isEqualTo("T1");
            assertThat(early.transactionId()).isEqualTo(made.id());
        }

        @Test
        void besideItsAuthorizationIsLinkedToIt() {
            SettledCard card = NightScript.play("decline 5000; clear 5000");

            assertThat(card.lastOutcome().linkedTo())
                    .isEqualTo(card.card().transactions().getFirst().id());
            assertThat(card.lastOutcome().early()).isNull();
        }
    }

    @Test
    void recordsOfTheSameInstantAreTakenAsTheyStandInTheFeed() {
        FoldedCard card = FoldedCard.of(aCard());
        card.post(aRequest().withAmount(5_000).withMcc("5999"));
        CardFacts facts = card.position().facts();
        SettlementInput book =
                new SettlementInput(List.of(facts), card.transactions(), List.of(), Map.of());
        ClearingRecord first =
                record(aClearing().withAmount(5_000).withArn("Z").atOffset(7), facts);
        ClearingRecord second =
                record(aClearing().withAmount(5_000).withArn("A").atOffset(8), facts);

        List<ClearingOutcome> outcomes =
                new LineageSettlement(NIGHT, SettledCard.WHOLE_FEED, book)
                        .settle(List.of(second, first), List.of());

        assertThat(outcomes).extracting(ClearingOutcome::record).containsExactly(first, second);
        assertThat(outcomes)
                .extracting(ClearingOutcome::disposition)
                .containsExactly(Disposition.POSTED, Disposition.POSTED_NEW);
    }

    @Test
    void aDuplicateShowsBothArns() {
        SettledCard card =
                NightScript.play("auth 5000 mcc=5999; clear 5000 arn=A; clear 5000 arn=B");
        MatchEvidence evidence = Objects.requireNonNull(card.lastOutcome().evidence());

        assertThat(evidence.arn()).isEqualTo("B");
        assertThat(evidence.validArn()).isEqualTo("A");
        assertThat(evidence.sameMerchantId()).isTrue();
        assertThat(evidence.authorizedMinor()).isEqualTo(5_000);
        assertThat(evidence.ceiling().minor()).isEqualTo(5_000);
    }

    /** A single message is settled under no ARN, so that no dispute can name the valid one. */
    @Test
    void aDuplicateOfASingleMessageShowsItsOwnArnOnly() {
        SettledCard card = NightScript.play("fin 5000; night; clear 5000 arn=B on=11-22");
        MatchEvidence evidence = Objects.requireNonNull(card.lastOutcome().evidence());

        assertThat(evidence.arn()).isEqualTo("B");
        assertThat(evidence.validArn()).isNull();
        assertThat(evidence.sameMerchantId()).isTrue();
    }

    @Test
    void settledAtIsTheFirstPostingAndNeverRewritten() {
        SettledCard card =
                NightScript.play(
                        "auth 15000; clear 6000 seq=1/2 on=11-22; night;"
                                + " clear 9000 seq=2/2 on=11-23");

        assertThat(card.card().transaction("T1").settledAt())
                .isEqualTo(Instant.parse("2026-11-22T12:00:00Z"));
    }

    @Test
    void aDifferenceIsOfTheDayWhoseNightFoundIt() {
        Break sameDay = NightScript.play("clear 700").lastOutcome().breaks().getFirst();
        Break later = NightScript.play("clear 700; night 11-25").lastOutcome().breaks().getFirst();

        assertThat(sameDay.at()).isEqualTo(Instant.parse("2026-11-21T12:01:00Z"));
        assertThat(later.at()).isEqualTo(Instant.parse("2026-11-25T00:00:00Z"));
    }

    /** F24: the record may name the old card or the new one. */
    @Test
    void aReplacedCardsAuthorizationIsFoundFromAnyCardOfItsChain() {
        FoldedCard old = FoldedCard.of(aCard().terminated(Termination.LOST));
        FoldedCard before = FoldedCard.of(aCard());
        before.post(aRequest().withAmount(5_000));
        CardFacts oldFacts = old.position().facts();
        CardFacts newFacts = replacement(oldFacts);
        SettlementInput book =
                new SettlementInput(
                        List.of(oldFacts, newFacts), before.transactions(), List.of(), Map.of());

        for (CardFacts named : List.of(oldFacts, newFacts)) {
            ClearingOutcome outcome =
                    new LineageSettlement(NIGHT, SettledCard.WHOLE_FEED, book)
                            .settle(
                                    List.of(record(aClearing().withAmount(5_000), named)),
                                    List.of())
                            .getFirst();

            assertThat(outcome.disposition()).isEqualTo(Disposition.POSTED);
            assertThat(outcome.breaks()).isEmpty();
            assertThat(outcome.changes().getFirst().after().owner().cardId())
                    .isEqualTo(oldFacts.id());
        }
    }

    @Test
    void theLargestAmountsDoNotWrap() {
        String most = String.valueOf(Long.MAX_VALUE);
        SettledCard card =
                NightScript.play("auth " + most + " mcc=5812; clear " + most + "; clear " + most);

        assertThat(card.states()).containsExactly("settled " + most, "settled " + most);
        assertThat(card.trialBalance().unbalanced()).isEmpty();
    }

    private static ClearingRecord record(MessageExample example, CardFacts card) {
        return ClearingRecord.of(
                new RecordedClearing(
                        example.entry(),
                        (Clearing) example.message(),
                        CardOwner.of(card),
                        null,
                        MessageExample.DECIDED));
    }

    private static CardFacts replacement(CardFacts old) {
        return new CardFacts(
                new CardId(new UUID(0x0190000000007001L, 0x8000000000000009L)),
                old.accountId(),
                old.mode(),
                old.customerId(),
                old.lineage(),
                CardStatus.ACTIVE,
                null,
                old.currency(),
                old.expiry(),
                true,
                true,
                false,
                old.rules(),
                old.funding(),
                CardTokens.NONE);
    }
}
