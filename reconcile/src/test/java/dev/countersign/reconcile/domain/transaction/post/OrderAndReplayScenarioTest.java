package dev.countersign.reconcile.domain.transaction.post;

import static dev.countersign.reconcile.testkit.domain.CardExample.aCard;
import static dev.countersign.reconcile.testkit.domain.MessageExample.DECIDED;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aCompletion;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefund;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefundAuthorization;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anAdvice;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.authorization.DeclineCode;
import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.feed.Processing;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.Origin;
import dev.countersign.reconcile.domain.transaction.RecordedMessage.Outcome;
import dev.countersign.reconcile.domain.transaction.Transaction;
import dev.countersign.reconcile.domain.transaction.TransactionStatus;
import dev.countersign.reconcile.domain.transaction.TransactionType;
import dev.countersign.reconcile.testkit.domain.CardExample;
import dev.countersign.reconcile.testkit.domain.FoldedCard;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Order and repetition: each row of DOMAIN.md 2.5, and the authorization part of 3.6. */
class OrderAndReplayScenarioTest {

    private static final String TODAY = "2026-11-21";

    private final FoldedCard card = FoldedCard.of(aCard());

    // ---- same request twice

    @Test
    void theSameRequestTwiceHasOneIdentityAndOneAnswer() {
        MessageExample request = aRequest();
        MessageExample repeated = aRequest().after(Duration.ofSeconds(30));

        assertThat(repeated.entry().identity()).isEqualTo(request.entry().identity());
        assertThat(repeated.entry().payloadHash()).isEqualTo(request.entry().payloadHash());
        assertThat(card.preview(request).answers()).isEqualTo(card.preview(request).answers());
        assertThat(card.preview(request).changes()).isEqualTo(card.preview(request).changes());
    }

    @Test
    void twoCoffeesAreTwoPurchases() {
        card.post(aRequest().withAmount(250));
        card.post(
                aRequest()
                        .withAmount(250)
                        .ofLifecycle("T2")
                        .withStan("000002")
                        .after(Duration.ofMinutes(2)));

        assertThat(card.held()).isEqualTo(500);
    }

    @Test
    void aRequestForACardThatNobodyKnowsIsAnswered14AndMakesNothing() {
        Posting posting =
                MessagePosting.DEFAULT.post(aRequest().onCard("unknown").entry(), null, DECIDED);

        assertThat(posting.changes()).isEmpty();
        assertThat(posting.answers())
                .singleElement()
                .satisfies(answer -> assertThat(answer.responseCode()).isEqualTo("14"))
                .satisfies(answer -> assertThat(answer.transactionId()).isNull());
    }

    @Nested
    class AReversalBeforeItsAuthorization {

        @Test
        void declinesTheRequestAndHoldsNothing() {
            Posting early = card.post(aReversal().after(Duration.ofSeconds(5)));
            card.post(aRequest());

            assertThat(early.messages().getFirst().outcome()).isEqualTo(Outcome.WAITING);
            assertThat(card.hold("T1")).isEqualTo("declined 0");
            assertThat(card.transaction("T1").decision().declinedFor())
                    .isEqualTo(DeclineCode.REVERSED_BEFORE_AUTH);
            assertThat(card.lastAnswer().responseCode()).isEqualTo("05");
            assertThat(card.usedOn(TODAY)).isZero();
            assertThat(card.history().early()).isEmpty();
        }

        @Test
        void isFoundByAcquirerStanAndTimeWithoutTheNetworksId() {
            card.post(aReversal().ofLifecycle(null).after(Duration.ofSeconds(5)));
            card.post(aRequest().ofLifecycle(null).withAcquirer("400002").withAmount(1));
            card.post(aRequest().ofLifecycle(null).withStan("000009").withAmount(2));
            card.post(aRequest().ofLifecycle(null).after(Duration.ofHours(25)).withAmount(4));
            assertThat(card.held()).as("another acquirer, STAN or day").isEqualTo(7);

            card.post(aRequest().ofLifecycle(null).withAmount(1000));
            assertThat(card.held()).isEqualTo(7);
            assertThat(card.lastAnswer().responseCode()).isEqualTo("05");
        }

        @Test
        void isNotFoundByAStanThatIsOnlyItsOwn() {
            MessageExample reversal = aReversal().withStan("000001").ofOriginal(null, null);
            MessageExample request = aRequest().ofLifecycle(null);
            card.post(reversal);
            card.post(request);
            FoldedCard other = FoldedCard.of(aCard());
            other.post(request);
            other.post(reversal);

            assertThat(card.held()).isEqualTo(other.held()).isEqualTo(1000);
        }

        @Test
        void thatNamesAnotherLifecycleStopsNothing() {
            card.post(aReversal().ofLifecycle("T2"));
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("authorized 1000");
        }

        @Test
        void stopsTheRequestForThirtyDays() {
            card.post(aReversal());
            card.post(aRequest().after(Duration.ofDays(-30)));
            assertThat(card.lastAnswer().approved()).isFalse();

            FoldedCard other = FoldedCard.of(aCard());
            other.post(aReversal());
            other.post(aRequest().after(Duration.ofDays(-31)));
            assertThat(other.lastAnswer().approved()).isTrue();
        }

        @Test
        void isDroppedWhenNothingCanBelongToItAnyMore() {
            MessageExample reversal = aReversal().after(Duration.ofDays(-60));
            MessageExample other = aClearing().ofLifecycle("T9");
            card.post(reversal);
            card.post(other);
            assertThat(card.history().early()).hasSize(1);
            Posting posting = card.post(other.withArn("A9").after(Duration.ofSeconds(1)));

            assertThat(card.history().early()).isEmpty();
            assertThat(posting.removedEarly()).containsExactly(reversal.entry().identity());
        }

        @Test
        void isNotDroppedForAMessageWhoseClockRunsFarAhead() {
            card.post(aReversal());
            card.post(aClearing().ofLifecycle("T9").after(Duration.ofDays(400)));
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("declined 0");
        }

        @Test
        void inPartWithAReplacementLeavesTheReplacement() {
            card.post(aReversal().withAmount(300).leaving(700L));
            card.post(aRequest());

            assertThat(card.lastAnswer().approvedMinor()).isEqualTo(1000);
            assertThat(card.hold("T1")).isEqualTo("authorized 700");
            assertThat(card.usedOn(TODAY)).isEqualTo(700);
        }

        @Test
        void inPartWithoutAReplacementSubtracts() {
            card.post(aReversal().withAmount(300));
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("authorized 700");
        }

        @Test
        void withAReplacementOfNothingIsAWholeOne() {
            card.post(aReversal().withAmount(10).leaving(0L));
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("declined 0");
        }

        @Test
        void twiceInPartLeavesNothingWhereBothMakeUpAll() {
            card.post(aReversal().withAmount(600));
            card.post(aReversal().withAmount(400).withStan("000005"));
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
        }

        @Test
        void alsoStopsAStandInAdviceAndThenTheRequest() {
            card.post(aReversal());
            card.post(anAdvice());
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
            assertThat(card.usedOn(TODAY)).isZero();
        }

        @Test
        void thenTheRequestAndThenTheAdviceHoldsNothing() {
            card.post(aReversal());
            card.post(aRequest());
            card.post(anAdvice());

            assertThat(card.hold("T1")).isEqualTo("declined 0");
            assertThat(card.breaks()).isEmpty();
        }
    }

    @Nested
    class AReversalTwiceWithAnotherStan {

        @Test
        void isNotTooMuchWhenItRepeatsWhatAPartTookBackBefore() {
            card.post(aRequest().withAmount(10_000));
            card.post(aReversal().withAmount(1_000).leaving(9_000L));
            card.post(aReversal().withStan("000777").withAmount(10_000).leaving(0L));

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
            assertThat(card.breaks()).isEmpty();
        }

        @Test
        void findsByItsStanAnAuthorizationThatCarriedNoReference() {
            card.post(aRequest().ofLifecycle(null).withStan("000321"));
            card.post(aReversal().ofLifecycle("T1").ofOriginal("000321", null));

            assertThat(card.held()).isZero();
        }

        @Test
        void inFullIsIgnoredTheSecondTime() {
            card.post(aRequest());
            card.post(aReversal());
            Posting second = card.post(aReversal().withStan("000005"));

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
            assertThat(card.transaction("T1").amounts().displayAmount())
                    .as("the last authorized amount")
                    .isEqualTo(1000);
            assertThat(second.changes()).isEmpty();
            assertThat(card.breaks()).isEmpty();
            assertThat(card.usedOn(TODAY)).isZero();
        }

        @Test
        void withAReplacementChangesNothingTheSecondTime() {
            card.post(aRequest());
            card.post(aReversal().withAmount(300).leaving(700L));
            Posting second =
                    card.post(aReversal().withStan("000005").withAmount(300).leaving(700L));

            assertThat(card.hold("T1")).isEqualTo("authorized 700");
            assertThat(second.changes()).isEmpty();
        }

        @Test
        void withoutAReplacementSubtractsAgain() {
            card.post(aRequest());
            card.post(aReversal().withAmount(300));
            card.post(aReversal().withStan("000005").withAmount(300));

            assertThat(card.hold("T1")).isEqualTo("authorized 400");
        }

        @Test
        void beforeTheRequestDeclinesItOnce() {
            card.post(aReversal());
            card.post(aReversal().withStan("000005"));
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("declined 0");
            assertThat(card.history().early()).isEmpty();
        }
    }

    /** A reversal's remaining amount includes what was sent before it, whenever that is read. */
    @Nested
    class AReversalThatSaysWhatRemains {

        private final MessageExample request = aRequest().at("2026-11-21T10:00:00Z");
        private final MessageExample increment =
                anIncrement().withAmount(200).at("2026-11-21T10:01:00Z");
        private final MessageExample reversal =
                aReversal().withAmount(700).leaving(500L).at("2026-11-21T10:02:00Z");

        @Test
        void holdsTheSameWhenItIsReadBeforeTheIncrement() {
            card.postAll(List.of(request, reversal, increment));

            assertThat(card.hold("T1")).isEqualTo("authorized 500");
            assertThat(card.usedOn(TODAY)).isEqualTo(500);
            assertThat(card.lastAnswer().approved()).isTrue();
        }

        @Test
        void holdsTheSameWhenItIsReadBeforeTheStandInApproval() {
            MessageExample advice = anAdvice().approvedFor(800).at("2026-11-21T10:01:00Z");
            card.postAll(List.of(request, reversal, advice));

            assertThat(card.hold("T1")).isEqualTo("authorized 500");
        }

        @Test
        void holdsTheSameWhenItIsReadBeforeAnEarlierOne() {
            card.postAll(List.of(request, increment, reversal));
            card.post(aReversal().withStan("000005").withAmount(100).at("2026-11-21T10:01:30Z"));

            assertThat(card.hold("T1")).isEqualTo("authorized 500");
        }

        @Test
        void leavesWhatAnIncrementAddsThatWasSentAfterIt() {
            MessageExample later = increment.withStan("000006").at("2026-11-21T10:03:00Z");
            card.postAll(List.of(request, increment, later, reversal));

            assertThat(card.hold("T1")).isEqualTo("authorized 700");
        }

        @Test
        void waitsForAnIncrementWhenItLeavesMoreThanThereIs() {
            card.postAll(List.of(request, reversal.withAmount(100).leaving(1_100L), increment));

            assertThat(card.hold("T1")).isEqualTo("authorized 1200");
        }
    }

    @Nested
    class AFrozenCard {

        @Test
        void declinesAnIncrementAndKeepsTheHold() {
            card.post(aRequest());
            card.change(CardExample::frozen);
            card.post(anIncrement().withAmount(500));

            assertThat(card.lastAnswer().responseCode()).isEqualTo("62");
            assertThat(card.hold("T1")).isEqualTo("authorized 1000");
        }

        @Test
        void takesReversalsRefundsAndClearings() {
            card.post(aRequest());
            card.change(CardExample::frozen);
            card.post(aReversal());
            card.post(aRefund().withAmount(300));
            Posting clearing = card.post(aClearing());

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
            assertThat(card.transaction("R1").status()).isEqualTo(TransactionStatus.SETTLED);
            assertThat(clearing.clearings()).hasSize(1);
            assertThat(clearing.clearings().getFirst().posted()).as("the night posts it").isNull();
        }

        @Test
        void takesAnAdviceWithABreak() {
            card.change(CardExample::frozen);
            card.post(anAdvice());

            assertThat(card.hold("T1")).isEqualTo("authorized 1000");
            assertThat(card.breaks()).containsExactly("STIP_OVERRIDE 1000");
        }
    }

    // ---- reversals of more, of nothing, too late

    @Test
    void c31AReversalOfMoreThanIsHeldStopsAtZero() {
        card.post(aRequest().withAmount(5000));
        card.post(aReversal().withAmount(7000));

        assertThat(card.hold("T1")).isEqualTo("reversed 0");
        assertThat(card.breaks()).containsExactly("REVERSAL_EXCEEDS 2000");
        assertThat(card.usedOn(TODAY)).isZero();
    }

    @Test
    void c09APartialReversalLeavesWhatClearsLater() {
        card.post(aRequest().withAmount(20000));
        card.post(aReversal().withAmount(8000));
        assertThat(card.hold("T1")).isEqualTo("authorized 12000");
        card.settle("T1", 12000);

        assertThat(card.transaction("T1").amounts().cleared()).isEqualTo(12000);
        assertThat(card.usedOn(TODAY)).isEqualTo(12000);
        assertThat(card.breaks()).isEmpty();
    }

    @Nested
    class AnotherCurrencyThanTheCards {

        @Test
        void inAReversalTouchesNothing() {
            card.post(aRequest());
            Posting reversal = card.post(aReversal().withCurrency("JPY"));

            assertThat(reversal.changes()).isEmpty();
            assertThat(reversal.messages().getFirst().outcome()).isEqualTo(Outcome.RECORDED);
            assertThat(card.hold("T1")).isEqualTo("authorized 1000");
            assertThat(card.breaks()).containsExactly("CURRENCY_MISMATCH 1000");
        }

        @Test
        void inAReversalThatCameFirstStopsNoRequest() {
            card.post(aReversal().withCurrency("JPY"));
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("authorized 1000");
            assertThat(card.history().early()).isEmpty();
        }

        @Test
        void inAnAdviceMakesAndMovesNoHold() {
            card.post(anAdvice().withCurrency("USD"));
            assertThat(card.transactions()).isEmpty();
            card.post(aRequest());
            card.post(aCompletion().withCurrency("USD").withAmount(70));

            assertThat(card.hold("T1")).isEqualTo("authorized 1000");
            assertThat(card.breaks())
                    .containsExactly("CURRENCY_MISMATCH 1000", "CURRENCY_MISMATCH 70");
        }

        @Test
        void inALateRequestIsDeclinedAndNotAttached() {
            card.post(anAdvice());
            card.post(aRequest().withCurrency("USD"));

            assertThat(card.lastAnswer().responseCode()).isEqualTo("12");
            assertThat(card.held()).isEqualTo(1000);
        }
    }

    @Test
    void aReversalOfADeclinedRequestIsIgnored() {
        FoldedCard limited = FoldedCard.of(aCard().withDailyLimit(0L));
        limited.post(aRequest());
        Posting reversal = limited.post(aReversal());

        assertThat(reversal.changes()).isEmpty();
        assertThat(reversal.messages().getFirst().outcome()).isEqualTo(Outcome.ATTACHED);
        assertThat(limited.hold("T1")).isEqualTo("declined 0");
    }

    @Test
    void aReversalAfterSettlementIsABreakAndMovesNothing() {
        card.post(aRequest());
        card.settle("T1", 1000);
        Posting reversal = card.post(aReversal());

        assertThat(reversal.changes()).isEmpty();
        assertThat(card.breaks()).containsExactly("REVERSAL_AFTER_CLEARING 1000");
        assertThat(card.usedOn(TODAY)).isEqualTo(1000);
    }

    @Nested
    class AStandInAdvice {

        @Test
        void thatApprovesWhatWeApprovedLeavesOneHoldInBothOrders() {
            card.post(aRequest().withAmount(100));
            card.post(anAdvice().withAmount(100));
            FoldedCard other = FoldedCard.of(aCard());
            other.post(anAdvice().withAmount(100));
            other.post(aRequest().withAmount(100));

            assertThat(card.hold("T1")).isEqualTo("authorized 100");
            assertThat(other.hold("T1")).isEqualTo("authorized 100");
            assertThat(card.usedOn(TODAY)).isEqualTo(100);
            assertThat(other.usedOn(TODAY)).isEqualTo(100);
            assertThat(card.breaks()).isEmpty();
            assertThat(other.breaks()).isEmpty();
            assertThat(other.lastAnswer().responseCode()).isEqualTo("00");
        }

        @Test
        void thatApprovesWhatWeDeclinedAuthorizesInBothOrders() {
            FoldedCard one = FoldedCard.of(aCard().withDailyLimit(0L));
            one.post(aRequest());
            one.post(anAdvice());
            FoldedCard other = FoldedCard.of(aCard().withDailyLimit(0L));
            other.post(anAdvice());
            other.post(aRequest());

            for (FoldedCard folded : List.of(one, other)) {
                assertThat(folded.hold("T1")).isEqualTo("authorized 1000");
                assertThat(folded.usedOn(TODAY)).isEqualTo(1000);
                assertThat(folded.breaks()).containsExactly("STIP_OVERRIDE 1000");
                assertThat(folded.transaction("T1").declineReason()).isNull();
            }
        }

        @Test
        void thatDeclinesWhatWeApprovedReleasesTheHold() {
            card.post(aRequest());
            card.post(anAdvice().declined());

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
            assertThat(card.usedOn(TODAY)).isZero();
            assertThat(card.breaks()).containsExactly("STIP_OVERRIDE 1000");
        }

        @Test
        void thatDeclinesFirstLeavesNothingForTheLateRequest() {
            card.post(anAdvice().declined());
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("declined 0");
            assertThat(card.lastAnswer().approved()).isFalse();
            assertThat(card.usedOn(TODAY)).isZero();
        }

        @Test
        void thatComesAfterOurDeclineAndItsReversalHoldsNothing() {
            FoldedCard reversed = FoldedCard.of(aCard().withDailyLimit(0L));
            reversed.post(aRequest());
            reversed.post(aReversal());
            reversed.post(anAdvice());

            assertThat(reversed.hold("T1")).isEqualTo("reversed 0");
            assertThat(reversed.usedOn(TODAY)).isZero();
        }

        @Test
        void meetsAReversalThatCameBeforeTheRequestWeDeclined() {
            FoldedCard limited = FoldedCard.of(aCard().withDailyLimit(0L));
            limited.post(aReversal().withAmount(400));
            limited.post(aRequest());
            assertThat(limited.hold("T1")).isEqualTo("declined 0");
            limited.post(anAdvice());

            assertThat(limited.hold("T1")).isEqualTo("authorized 600");
            assertThat(limited.usedOn(TODAY)).isEqualTo(600);
            assertThat(limited.history().early()).isEmpty();
        }

        @Test
        void thatWasReversedAnswersTheLateRequestWithADecline() {
            card.post(anAdvice());
            card.post(aReversal());
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
            assertThat(card.lastAnswer().responseCode()).isEqualTo("05");
            assertThat(card.usedOn(TODAY)).isZero();
        }

        @Test
        void leavesAnotherRequestOfItsLifecycleAlone() {
            card.post(anAdvice());
            card.post(aRequest());
            card.post(aRequest().withStan("000009").withAmount(300));

            assertThat(card.held()).isEqualTo(1300);
            assertThat(card.transactions("T1")).hasSize(2);
        }

        @Test
        void isFoundAgainByARepetitionOfTheRequestThatNobodyRecognized() {
            card.post(anAdvice());
            Posting first = card.post(aRequest());
            Posting again = card.preview(aRequest());

            assertThat(again.changes()).isEmpty();
            assertThat(again.messages().getFirst().entry().identity())
                    .as("collides in the record")
                    .isEqualTo(first.messages().getFirst().entry().identity());
        }

        @Test
        void forLessThanTheLateRequestAnswersItInPart() {
            card.post(anAdvice().withAmount(1000).approvedFor(600));
            card.post(aRequest().withAmount(1000));

            assertThat(card.hold("T1")).isEqualTo("authorized 600");
            assertThat(card.lastAnswer().responseCode()).isEqualTo("10");
        }

        @Test
        void answersTheLateRequestWithAllThatWasApprovedThoughLessCleared() {
            card.post(anAdvice().withAmount(1000));
            card.settle("T1", 600);
            card.post(aRequest().withAmount(1000));

            assertThat(card.lastAnswer().responseCode()).isEqualTo("00");
            assertThat(card.lastAnswer().approvedMinor()).isEqualTo(1000);
        }

        @Test
        void thatCompletesAPumpWhichGaveNothingEndsTheHold() {
            card.post(aRequest());
            card.post(aCompletion().approvedFor(0));

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
            assertThat(card.usedOn(TODAY)).isZero();
        }

        @Test
        void doesNotBringBackWhatWasReversedInPart() {
            card.post(aRequest());
            card.post(aReversal().withAmount(300).leaving(700L));
            card.post(anAdvice());

            assertThat(card.hold("T1")).isEqualTo("authorized 700");
        }

        @Test
        void doesNotTakeAwayAnIncrement() {
            card.post(aRequest());
            card.post(anIncrement().withAmount(500));
            card.post(anAdvice());

            assertThat(card.hold("T1")).isEqualTo("authorized 1500");
        }

        @Test
        void standsBesideIncrementsOfWhichPartWasGivenBack() {
            card.post(aRequest());
            card.post(anIncrement().withAmount(500));
            card.post(aReversal().withAmount(300));
            card.post(anIncrement().withStan("000007").withAmount(200));
            assertThat(card.hold("T1")).isEqualTo("authorized 1400");
            card.post(anAdvice());

            assertThat(card.hold("T1")).isEqualTo("authorized 1400");
            assertThat(card.usedOn(TODAY)).isEqualTo(1400);
        }

        @Test
        void forLessMovesTheHoldByTheDifferenceOnly() {
            card.post(aRequest());
            card.post(anIncrement().withAmount(500));
            card.post(anAdvice().approvedFor(800));
            assertThat(card.hold("T1")).isEqualTo("authorized 1300");

            card.post(aReversal().withAmount(1300));
            assertThat(card.hold("T1")).isEqualTo("reversed 0");
        }

        @Test
        void forLessThanWasGivenBackEndsTheHold() {
            card.post(aRequest());
            card.post(aReversal().withAmount(900));
            card.post(anAdvice().approvedFor(500));

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
            assertThat(card.usedOn(TODAY)).isZero();
        }

        @Test
        void repeatedUnderAnotherStanSetsNothingTwice() {
            FoldedCard limited = FoldedCard.of(aCard().withDailyLimit(0L));
            limited.post(aRequest());
            limited.post(anAdvice());
            limited.post(aReversal().withAmount(300));
            limited.post(anAdvice().withStan("000008"));

            assertThat(limited.hold("T1")).isEqualTo("authorized 700");
        }

        @Test
        void afterAFullReversalHoldsNothing() {
            card.post(aRequest());
            card.post(aReversal());
            card.post(anAdvice());

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
        }

        @Test
        void forARefundNeverHoldsAnything() {
            card.post(aRefundAuthorization());
            card.post(anAdvice().ofLifecycle("R1"));

            assertThat(card.hold("R1")).isEqualTo("authorized 0");
        }

        @Test
        void forARefundThatWeDeclinedAuthorizesItWithoutAHold() {
            FoldedCard frozen = FoldedCard.of(aCard().frozen());
            frozen.post(aRefundAuthorization());
            frozen.post(anAdvice().ofLifecycle("R1"));

            assertThat(frozen.hold("R1")).isEqualTo("authorized 0");
            assertThat(frozen.breaks()).containsExactly("STIP_OVERRIDE 1000");
        }

        @Test
        void changesNoPinTries() {
            card.post(anAdvice().withPin(PinEvidence.MISMATCH));

            assertThat(card.position().security()).isEqualTo(aCard().security());
        }
    }

    @Test
    void aFuelCompletionReplacesTheHold() {
        card.post(aRequest().withMcc("5542").withAmount(15000));
        card.post(aCompletion().withMcc("5542").withAmount(4230));

        assertThat(card.hold("T1")).isEqualTo("authorized 4230");
        assertThat(card.transaction("T1").amounts().displayAmount()).isEqualTo(4230);
        assertThat(card.usedOn(TODAY)).isEqualTo(4230);
    }

    @Test
    void aFuelCompletionBeforeItsRequestEndsTheSame() {
        card.post(aCompletion().withMcc("5542").withAmount(4230));
        card.post(aRequest().withMcc("5542").withAmount(15000));

        assertThat(card.hold("T1")).isEqualTo("authorized 4230");
    }

    @Test
    void aLateRequestAttachesToWhatWasForcePostedAndHoldsNothing() {
        card.forcePost(aClearing().withAmount(5500));
        Posting late = card.post(aRequest().withAmount(5500));

        assertThat(late.messages().getFirst().outcome()).isEqualTo(Outcome.ATTACHED);
        assertThat(card.hold("T1")).isEqualTo("settled 0");
        assertThat(card.usedOn(TODAY)).isEqualTo(5500);
        assertThat(card.lastAnswer().responseCode()).isEqualTo("00");
    }

    /** A part is all that may have cleared so far. */
    @Test
    void aLateRequestIsApprovedInPartOnlyWhereItsTerminalCanTakeIt() {
        card.forcePost(aClearing().withAmount(4000));
        card.post(aRequest().withAmount(10_000));

        assertThat(card.lastAnswer().responseCode()).isEqualTo("00");
        assertThat(card.lastAnswer().approvedMinor()).isEqualTo(10_000);
        assertThat(card.hold("T1")).isEqualTo("settled 0");

        card.forcePost(aClearing().ofLifecycle("T2").withArn("A2").withAmount(4000));
        card.post(
                aRequest()
                        .ofLifecycle("T2")
                        .withStan("000002")
                        .withAmount(10_000)
                        .supportingPartialApproval());

        assertThat(card.lastAnswer().responseCode()).isEqualTo("10");
        assertThat(card.lastAnswer().approvedMinor()).isEqualTo(4000);
    }

    @Nested
    class AnIncrementBeforeItsOriginal {

        @Test
        void waitsAndIsAddedWhenTheOriginalComes() {
            Posting early = card.post(anIncrement().withAmount(500));
            assertThat(early.answers()).isEmpty();
            assertThat(early.messages().getFirst().outcome()).isEqualTo(Outcome.WAITING);
            card.post(aRequest());

            assertThat(card.hold("T1")).isEqualTo("authorized 1500");
            assertThat(card.answers()).hasSize(2).allMatch(Decision::approved);
            assertThat(card.history().early()).isEmpty();
        }

        @Test
        void waitsTenMinutesAndNotLonger() {
            card.post(anIncrement().withAmount(500));
            card.post(aClearing().ofLifecycle("T9").after(Duration.ofMinutes(10)));
            assertThat(card.transactions()).isEmpty();

            card.post(
                    aClearing()
                            .ofLifecycle("T9")
                            .withArn("A9")
                            .after(Duration.ofMinutes(10).plusMillis(1)));
            assertThat(card.hold("T1")).isEqualTo("authorized 500");
            assertThat(card.transaction("T1").origin()).isEqualTo(Origin.INCREMENT);
            assertThat(card.lastAnswer().approved()).isTrue();
        }

        @Test
        void isOutwaitedByARepeatedMessageToo() {
            card.post(anIncrement().withAmount(500));
            card.repeat(anIncrement().after(Duration.ofMinutes(11)));

            assertThat(card.hold("T1")).isEqualTo("authorized 500");
        }

        @Test
        void isDeclinedOfASingleMessage() {
            MessageExample cash = aRequest().ofKind(MessageKind.FINANCIAL_REQUEST);
            card.post(cash);
            card.post(anIncrement().withAmount(500));

            assertThat(card.lastAnswer().approved()).isFalse();
            assertThat(card.hold("T1")).isEqualTo("authorized 1000");
        }

        @Test
        void isDeclinedWithADeclinedOriginal() {
            FoldedCard limited = FoldedCard.of(aCard().withSingleLimit(999L));
            limited.post(anIncrement().withAmount(500));
            limited.post(aRequest());

            assertThat(limited.hold("T1")).isEqualTo("declined 0");
            assertThat(limited.lastAnswer().responseCode()).isEqualTo("12");
        }

        @Test
        void countsTowardsTheSingleLimitWithTheOriginal() {
            FoldedCard limited = FoldedCard.of(aCard().withSingleLimit(1499L));
            limited.post(anIncrement().withAmount(500));
            limited.post(aRequest());

            assertThat(limited.hold("T1")).isEqualTo("authorized 1000");
            assertThat(limited.lastAnswer().responseCode()).isEqualTo("61");
        }

        @Test
        void addsToAnAdvice() {
            card.post(anIncrement().withAmount(500));
            card.post(anAdvice());

            assertThat(card.hold("T1")).isEqualTo("authorized 1500");
        }

        @Test
        void thatWasReversedHoldsNothingWhenItStandsAlone() {
            card.post(aReversal().withAmount(1500));
            card.post(anIncrement().withAmount(500));
            card.repeat(anIncrement().after(Duration.ofMinutes(11)));

            assertThat(card.held()).isZero();
            assertThat(card.lastAnswer().responseCode()).isEqualTo("05");

            card.post(aRequest());
            assertThat(card.held()).isZero();
            assertThat(card.lastAnswer().responseCode()).isEqualTo("05");
            assertThat(card.history().early()).isEmpty();
        }

        /** As much is held as if all had come in the order in which it was sent. */
        @ParameterizedTest
        @CsvSource({"600, 900, 00", "700, 800, 00", "1499, 1, 00", "1500, 0, 05"})
        void thatStoodAloneTakesItsPartOfAReversalOfMore(long back, long held, String answer) {
            card.post(anIncrement().withAmount(500));
            card.post(aReversal().withAmount(back).after(Duration.ofMinutes(20)));
            assertThat(card.hold("T1")).isEqualTo("reversed 0");
            card.post(aRequest());

            assertThat(card.held()).isEqualTo(held);
            assertThat(card.lastAnswer().responseCode()).isEqualTo(answer);
            assertThat(card.breaks()).isEmpty();
            assertThat(card.history().early()).isEmpty();
        }

        @Test
        void thatStoodAloneAndExpiredTakesItsPartOfAReversalOfMore() {
            card.post(anIncrement().withAmount(500));
            card.repeat(anIncrement().after(Duration.ofMinutes(11)));
            card.expire("T1");
            card.post(aReversal().withAmount(700).after(Duration.ofMinutes(20)));
            card.post(aRequest());

            assertThat(card.held()).isEqualTo(800);
            assertThat(card.breaks()).isEmpty();
            assertThat(card.history().early()).isEmpty();
        }

        /** It waits on beside the increment, which has waited too long meanwhile. */
        @Test
        void leavesWhatAReversalThatWaitedSaysThatRemains() {
            card.post(anIncrement().withAmount(500));
            card.post(aReversal().withAmount(1400).leaving(100L).after(Duration.ofMinutes(5)));
            card.post(
                    aRequest()
                            .ofLifecycle("T9")
                            .withStan("000009")
                            .withAmount(1)
                            .after(Duration.ofMinutes(15)));
            card.post(aRequest());

            assertThat(card.held()).isEqualTo(100 + 1);
            assertThat(card.breaks()).isEmpty();
            assertThat(card.history().early()).isEmpty();
        }

        @Test
        void leavesWhatTheLastOfTwoReversalsThatWaitedSaysThatRemains() {
            card.post(anIncrement().withAmount(500));
            card.post(aReversal().withAmount(1400).leaving(100L).after(Duration.ofMinutes(5)));
            card.post(
                    aReversal()
                            .withStan("000006")
                            .withAmount(50)
                            .leaving(50L)
                            .after(Duration.ofMinutes(6)));
            card.post(
                    aRequest()
                            .ofLifecycle("T9")
                            .withStan("000009")
                            .withAmount(1)
                            .after(Duration.ofMinutes(15)));
            card.post(aRequest());

            assertThat(card.held()).isEqualTo(50 + 1);
            assertThat(card.history().early()).isEmpty();
        }

        @Test
        void thatStoodAloneLeavesAnAdviceToItsOriginal() {
            card.post(anIncrement().withAmount(500));
            card.repeat(anIncrement().after(Duration.ofMinutes(11)));
            card.post(aRequest());
            card.post(anAdvice());

            assertThat(card.held()).isEqualTo(1500);
        }

        @Test
        void thatStoodAloneLeavesAnAdviceThatComesForItsRequestToTheOriginal() {
            card.post(anIncrement().withAmount(500));
            card.repeat(anIncrement().after(Duration.ofMinutes(11)));
            card.post(anAdvice());

            assertThat(card.held()).isEqualTo(1500);
            assertThat(card.transactions("T1")).hasSize(2);
        }

        @Test
        void thatStoodAloneLeavesItsOriginalWhatTheReversalSaysThatRemains() {
            card.post(anIncrement().withAmount(500));
            card.post(aReversal().withAmount(700).leaving(300L).after(Duration.ofMinutes(20)));
            card.post(aRequest());

            assertThat(card.held()).isEqualTo(300);
        }

        @Test
        void thatStoodAloneAnswersAReversalOfNoMoreThanItHolds() {
            card.post(anIncrement().withAmount(500));
            card.post(aReversal().withAmount(400).after(Duration.ofMinutes(20)));
            card.post(aRequest());

            assertThat(card.held()).isEqualTo(1100);
            assertThat(card.history().early()).isEmpty();
        }

        @Test
        void thatStoodAloneIsReversedByItsOwnNumber() {
            card.post(anIncrement().withAmount(500));
            card.post(
                    aReversal()
                            .ofOriginal("000002", null)
                            .withAmount(700)
                            .after(Duration.ofMinutes(20)));

            assertThat(card.hold("T1")).isEqualTo("reversed 0");
            assertThat(card.breaks()).containsExactly("REVERSAL_EXCEEDS 200");
            assertThat(card.history().early()).isEmpty();
        }

        @Test
        void takesTheOthersAlongWhenItStandsAlone() {
            card.post(anIncrement().withAmount(500));
            card.post(anIncrement().withStan("000007").withAmount(200));
            card.repeat(anIncrement().after(Duration.ofMinutes(11)));

            assertThat(card.hold("T1")).isEqualTo("authorized 700");
            assertThat(card.answers()).hasSize(2).allMatch(Decision::approved);
        }
    }

    @Nested
    class ARefund {

        @Test
        void c27IsItsOwnTransactionAndLeavesThePurchase() {
            card.post(aRequest().withAmount(8000));
            card.settle("T1", 8000);
            card.post(aRefund().refunding("T1").withAmount(3000));

            Transaction purchase = card.transaction("T1");
            assertThat(purchase.status()).isEqualTo(TransactionStatus.SETTLED);
            assertThat(purchase.amounts().displayAmount()).isEqualTo(8000);
            assertThat(purchase.amounts().refunded()).isEqualTo(3000);
            Transaction refund = card.transaction("R1");
            assertThat(refund.type()).isEqualTo(TransactionType.REFUND);
            assertThat(refund.status()).isEqualTo(TransactionStatus.SETTLED);
            assertThat(refund.amounts().cleared()).isEqualTo(3000);
            assertThat(card.usedOn(TODAY)).isEqualTo(8000);
            assertThat(card.breaks()).isEmpty();
        }

        @Test
        void c29WithoutAnOriginalIsPostedAndNoted() {
            card.post(aRefund().withAmount(2500));

            assertThat(card.transaction("R1").amounts().cleared()).isEqualTo(2500);
            assertThat(card.breaks()).containsExactly("REFUND_UNLINKED 2500");
            assertThat(card.usedOn(TODAY)).isZero();
        }

        @Test
        void underTheLifecycleOfItsPurchaseHidesItFromNothing() {
            card.post(aRequest().withAmount(8000));
            card.post(aRefundAuthorization().ofLifecycle("T1").withStan("000009").withAmount(100));
            card.post(anIncrement().withAmount(500));
            assertThat(card.held()).isEqualTo(8500);

            card.post(aReversal().withAmount(8500));
            assertThat(card.held()).isZero();
            assertThat(card.breaks()).isEmpty();
        }

        @Test
        void thatCameBeforeAPurchaseOfItsLifecycleLeavesItAlone() {
            card.post(aRefund().ofLifecycle(null).refunding("T1").withAmount(3000));
            card.post(aRequest().withStan("000009").withAmount(8000));

            assertThat(card.held()).isEqualTo(8000);
            assertThat(card.lastAnswer().responseCode()).isEqualTo("00");
        }

        @Test
        void findsNoSecondTransactionWhenItsAuthorizationIsLate() {
            card.post(aRefund().withAmount(2500));
            card.post(aRefundAuthorization().ofLifecycle("R1").withAmount(2500));

            assertThat(card.transactions("R1")).hasSize(1);
            assertThat(card.transaction("R1").status()).isEqualTo(TransactionStatus.SETTLED);
            assertThat(card.lastAnswer().responseCode()).isEqualTo("00");
        }

        @Test
        void settlesItsAuthorization() {
            card.post(aRequest().withAmount(8000));
            card.settle("T1", 8000);
            card.post(aRefundAuthorization().refunding("T1").withAmount(3000));
            assertThat(card.hold("R1")).isEqualTo("authorized 0");
            assertThat(card.usedOn(TODAY)).as("gives no limit back").isEqualTo(8000);
            card.post(aRefund().refunding("T1").withAmount(2900));

            Transaction refund = card.transaction("R1");
            assertThat(refund.status()).isEqualTo(TransactionStatus.SETTLED);
            assertThat(refund.amounts().cleared()).isEqualTo(2900);
            assertThat(refund.amounts().displayAmount()).isEqualTo(2900);
            assertThat(card.transaction("T1").amounts().refunded()).isEqualTo(2900);
        }

        @ParameterizedTest
        @CsvSource({"120, 1", "121, 2"})
        void settlesNoAuthorizationThatIsOlderThanAClearingMayReach(int days, int transactions) {
            card.post(aRefundAuthorization());
            card.post(aRefund().after(Duration.ofDays(days)));

            assertThat(card.transactions("R1")).hasSize(transactions);
        }

        @Test
        void authorizationThatIsReversedEndsReversed() {
            card.post(aRefundAuthorization());
            card.post(aReversal().ofLifecycle("R1"));

            assertThat(card.hold("R1")).isEqualTo("reversed 0");
        }

        @Test
        void cannotBeIncremented() {
            card.post(aRefundAuthorization());
            card.post(anIncrement().ofLifecycle("R1"));

            assertThat(card.lastAnswer().responseCode()).isEqualTo("12");
            assertThat(card.hold("R1")).isEqualTo("authorized 0");
        }
    }

    @Test
    void aSingleMessageHasNoHoldThatCouldExpire() {
        card.post(aRequest().ofKind(MessageKind.FINANCIAL_REQUEST));

        assertThat(card.transaction("T1").hold().until()).isNull();
        assertThat(card.transaction("T1").origin()).isEqualTo(Origin.SINGLE_MESSAGE);
        assertThat(card.usedOn(TODAY)).isEqualTo(1000);
    }

    @Test
    void aSingleMessageThatWasSettledWithAnotherAmountThanTheNetworkApprovedIsABreak() {
        card.post(aRequest().ofKind(MessageKind.FINANCIAL_REQUEST));
        card.settle("T1", 1000);
        card.post(aCompletion().withStan("000003").approvedFor(1000));
        assertThat(card.breaks()).isEmpty();

        card.post(aCompletion().withStan("000004").approvedFor(600));
        assertThat(card.breaks()).containsExactly("STIP_OVERRIDE 400");
    }

    /** No original is sent after what takes it back, whatever the message says. */
    @ParameterizedTest(name = "reversal first: {0}")
    @ValueSource(booleans = {false, true})
    void aReversalFindsItsOriginalThoughItsDateIsAYearAhead(boolean reversalFirst) {
        MessageExample request = aRequest().ofLifecycle(null);
        MessageExample reversal =
                aReversal()
                        .ofLifecycle(null)
                        .ofOriginal("000001", MessageExample.NOON.plus(Duration.ofDays(365)));

        card.post(reversalFirst ? reversal : request);
        card.post(reversalFirst ? request : reversal);

        assertThat(card.held()).isZero();
    }

    @Test
    void inquiriesAndVerificationsMakeNoTransaction() {
        card.post(aRequest().ofKind(MessageKind.BALANCE_INQUIRY).withAmount(0));
        card.post(aRequest().ofKind(MessageKind.ACCOUNT_VERIFICATION).withAmount(0));

        assertThat(card.transactions()).isEmpty();
        assertThat(card.answers()).extracting(Decision::responseCode).containsExactly("00", "85");
    }

    @Test
    void advicesOfInquiriesAndVerificationsMakeNoTransactionEither() {
        Posting inquiry = card.post(anAdvice().asking(Processing.INQUIRY).withAmount(0));
        card.post(anAdvice().asking(Processing.VERIFICATION).withStan("000008").withAmount(0));

        assertThat(inquiry.messages().getFirst().outcome()).isEqualTo(Outcome.RECORDED);
        assertThat(card.transactions()).isEmpty();
        assertThat(card.history().early()).isEmpty();
    }

    @Test
    void aGuardedTimeIsFlagged() {
        card.post(aRequest().skewed());

        assertThat(card.breaks()).containsExactly("CLOCK_SKEW 0");
        assertThat(card.transaction("T1").skewed()).isTrue();
    }
}
