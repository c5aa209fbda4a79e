package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefund;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefundAuthorization;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anAdvice;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.store.feed.EarlyArrivalStore.ParkedIncrement;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Early arrivals: messages that wait in the database for their original. */
class EarlyArrivalIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final MessageExample OTHER = aRequest().ofLifecycle("T9").withStan("000009");

    private PostedFeed posted;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        posted = new PostedFeed(POSTGRES.dataSource());
    }

    @Nested
    class ALateRequest {

        @Test
        void isAnsweredFromTheRecordWhenItIsRepeatedLongAfter() {
            posted.owner = posted.forgetfulOwner();
            posted.post(anAdvice());
            List<Decision> first = posted.post(aRequest());
            posted.post(OTHER);
            posted.post(OTHER.ofLifecycle("T8"));
            List<Decision> again = posted.postStubbornly(posted.batch(aRequest()));

            assertThat(again).isEqualTo(first).hasSize(1);
            assertThat(posted.refusals)
                    .containsExactly(BatchRefusedException.RefusalReason.KNOWN_MESSAGE);
            assertThat(posted.transactions())
                    .containsExactlyInAnyOrder(
                            "T1 authorized 1000 held 1000",
                            "T9 authorized 1000 held 1000",
                            "T8 authorized 1000 held 1000");
        }

        @Test
        void thatWasDecidedInTimeIsNotAttachedToALaterTransactionOfItsLifecycle() {
            posted.owner = posted.forgetfulOwner();
            MessageExample authorization = aRefundAuthorization();
            List<Decision> first = posted.post(authorization);
            posted.post(aRefund());
            posted.post(aRefund().withArn("A7"));
            List<Decision> again = posted.postStubbornly(posted.batch(authorization));

            assertThat(again).isEqualTo(first).hasSize(1);
            assertThat(posted.refusals)
                    .containsExactly(BatchRefusedException.RefusalReason.KNOWN_MESSAGE);
            assertThat(posted.texts("select kind from message")).isEmpty();
        }

        @Test
        void findsTheRefundThatWasFasterAfterARestart() {
            posted.post(aRefund().withAmount(2_500));
            posted.restart();
            List<Decision> answers = posted.post(aRefundAuthorization().withAmount(2_500));

            assertThat(answers)
                    .singleElement()
                    .satisfies(answer -> assertThat(answer.approvedMinor()).isEqualTo(2_500));
            assertThat(posted.transactions()).containsExactly("R1 settled 2500 held 0");
        }
    }

    @Nested
    class AParkedIncrement {

        @Test
        void isAddedToItsOriginalThatComesAfterARestart() {
            List<Decision> parked = posted.post(anIncrement().withAmount(500));
            posted.restart();
            List<Decision> answers = posted.post(aRequest().withAmount(1_000));

            assertThat(parked).isEmpty();
            assertThat(answers).hasSize(2).allMatch(Decision::approved);
            assertThat(posted.transactions()).containsExactly("T1 authorized 1500 held 1500");
            assertThat(posted.texts("select outcome from message")).containsExactly("applied");
            assertThat(posted.texts("select kind from early_arrival")).isEmpty();
        }

        @Test
        void isAddedInTheBatchThatBringsItsOriginal() {
            List<Decision> answers =
                    posted.post(anIncrement().withAmount(500), aRequest().withAmount(1_000));

            assertThat(answers).hasSize(2).allMatch(Decision::approved);
            assertThat(posted.texts("select outcome || ' ' || feed_offset from message"))
                    .containsExactly("applied 0");
        }

        @Test
        void standsAloneWhenTenMinutesHavePassed() {
            posted.post(anIncrement().withAmount(500));
            posted.restart();
            posted.post(OTHER.after(Duration.ofMinutes(10)));
            assertThat(posted.transactions()).containsExactly("T9 authorized 1000 held 1000");
            posted.restart();
            List<Decision> answers =
                    posted.post(OTHER.ofLifecycle("T8").after(Duration.ofMinutes(11)));

            assertThat(answers).hasSize(2).allMatch(Decision::approved);
            assertThat(posted.transactions())
                    .containsExactlyInAnyOrder(
                            "T1 authorized 500 held 500",
                            "T9 authorized 1000 held 1000",
                            "T8 authorized 1000 held 1000");
        }

        @Test
        void isAnsweredAgainWithTheMessageThatEndedItsWaitingAndNoOther() {
            FeedBatch parking = posted.batch(anIncrement().withAmount(500));
            posted.owner.post(parking);
            FeedBatch ending = posted.batch(aRequest(), OTHER);
            List<Decision> first = posted.owner.post(ending);
            FeedBatch later = posted.batch(OTHER.ofLifecycle("T8"));
            posted.owner.post(later);

            assertThat(posted.owner.answersOf(ending))
                    .containsExactlyInAnyOrderElementsOf(first)
                    .hasSize(3);
            assertThat(posted.owner.answersOf(later)).hasSize(1);
            assertThat(posted.texts("select feed_offset::text from message")).containsExactly("1");
        }

        @Test
        void isAddedToAnOriginalThatComesOnAnotherPartition() {
            posted.post(anIncrement().withAmount(500));
            posted.restart();
            Feed other = new Feed(1);
            posted.database.doAtomically(
                    handle -> posted.stores.feed().begin(handle, Feed.TOPIC, 1, 0));
            posted.owner.post(other.add(posted.card, aRequest()).batch());

            assertThat(posted.transactions()).containsExactly("T1 authorized 1500 held 1500");
            assertThat(posted.texts("select feed_partition || ' ' || feed_offset from message"))
                    .containsExactly("1 0");
        }

        @Test
        void isKnownToBeParkedWithThePartitionItCameOn() {
            posted.post(anIncrement().withAmount(500));

            Instant later = PostedFeed.CLOCK.instant().plusSeconds(1);
            List<ParkedIncrement> parked =
                    posted.database.read(
                            handle -> posted.stores.early().parkedBefore(handle, later, 10));

            assertThat(parked)
                    .singleElement()
                    .satisfies(
                            increment -> {
                                assertThat(increment.card()).isEqualTo(posted.card);
                                assertThat(increment.partition()).isZero();
                            });
        }
    }

    @Nested
    class AReversal {

        @Test
        void thatTakesNothingOfAnIncrementWaitsForItsOriginalAfterARestart() {
            MessageExample later =
                    aReversal().withAmount(200).leaving(300L).after(Duration.ofMinutes(6));
            MessageExample earlier =
                    aReversal()
                            .withStan("000006")
                            .withAmount(600)
                            .leaving(900L)
                            .after(Duration.ofMinutes(5));
            posted.post(
                    anIncrement().withAmount(500),
                    later,
                    earlier,
                    OTHER.after(Duration.ofMinutes(15)));
            posted.restart();
            posted.post(aRequest());

            assertThat(posted.transactions())
                    .containsExactlyInAnyOrder(
                            "T1 authorized 300 held 300",
                            "T9 authorized 1000 held 1000",
                            "T1 authorized 900 held 900");
        }

        @Test
        void takesBackTheMerchantsMoneyOfAnAuthorizationThatComesAfterARestart() {
            posted.post(aReversal().withAmount(400).withMerchantAmount(500, "USD").leaving(600L));
            posted.restart();
            posted.post(aRequest().withMerchantAmount(1_250, "USD"));
            posted.restart();
            posted.post(
                    anIncrement()
                            .withAmount(200)
                            .withMerchantAmount(250, "USD")
                            .after(Duration.ofMinutes(1)));

            assertThat(posted.transactions()).containsExactly("T1 authorized 800 held 800");
            assertThat(posted.texts("select merchant_authorized_minor::text from transaction"))
                    .containsExactly("1000");
        }

        @Test
        void saysWhatRemainsAlsoAfterARestart() {
            posted.post(aRequest());
            posted.post(aReversal().withAmount(400).leaving(600L).after(Duration.ofMinutes(2)));
            posted.restart();
            posted.post(anIncrement().withAmount(200).after(Duration.ofMinutes(1)));

            assertThat(posted.transactions()).containsExactly("T1 authorized 600 held 600");
        }
    }
}
