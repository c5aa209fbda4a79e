package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.testkit.domain.MessageExample.NOON;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches that are decided while those before them are still being recorded. */
class UnrecordedBatchesIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final List<Supplier<MessageExample>> KINDS =
            List.of(
                    MessageExample::aRequest,
                    MessageExample::aRequest,
                    MessageExample::anIncrement,
                    MessageExample::aReversal,
                    MessageExample::anAdvice,
                    MessageExample::aCompletion,
                    MessageExample::aClearing,
                    MessageExample::aRefundAuthorization,
                    MessageExample::aRefund);

    private static final String BOOK =
            """
            select concat_ws(' ', 'transaction', network_txn_id, stan, type, status, amount_minor,
                             held_minor, reversed_minor, refunded_minor, increments, version)
              from transaction
             where card_id = '%1$s'
            union all
            select concat_ws(' ', 'message', kind, outcome, response_code, approved_minor)
              from message
             where card_id = '%1$s'
            union all
            select concat_ws(' ', 'early', kind, amount_minor) from early_arrival where card_id = '%1$s'
            union all
            select concat_ws(' ', 'break', type, amount_minor) from break where card_id = '%1$s'
             order by 1
            """;

    private PostedFeed posted;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        posted = new PostedFeed(POSTGRES.dataSource());
    }

    @Test
    void answerARepetitionAsTheBatchBeforeThemDid() {
        posted.post(aRequest().ofLifecycle("T1"));
        DecidedBatch first = decideFirst(aRequest().ofLifecycle("T2"));
        DecidedBatch again = decideBehind(first, aRequest().ofLifecycle("T2"));
        posted.owner.record(first);
        posted.owner.record(again);

        assertThat(again.answers()).isEqualTo(first.answers()).hasSize(1);
        assertThat(posted.transactions()).hasSize(2);
    }

    @Test
    void tellARepetitionWithOtherContentFromOne() {
        posted.post(aRequest().ofLifecycle("T1"));
        DecidedBatch first = decideFirst(aRequest().ofLifecycle("T2"));
        DecidedBatch other = decideBehind(first, aRequest().ofLifecycle("T2").withAmount(7));
        posted.owner.record(first);
        posted.owner.record(other);

        assertThat(other.answers()).isEmpty();
        assertThat(posted.texts("select type from break")).containsExactly("DEDUPE_CONFLICT");
    }

    @Test
    void findAnOlderPurchaseOfACardWithoutWaitingForItsNewOnes() {
        posted.post(aRequest().ofLifecycle("T1").withStan("000001").withAmount(700));
        DecidedBatch first = decideFirst(aRequest().ofLifecycle("T2").withStan("000002"));
        DecidedBatch reversal =
                decideBehind(
                        first,
                        aReversal()
                                .ofLifecycle("T1")
                                .withStan("000003")
                                .ofOriginal("000001", NOON)
                                .withAmount(700));
        posted.owner.record(first);
        posted.owner.record(reversal);

        assertThat(posted.transactions())
                .anyMatch(each -> each.startsWith("T1 reversed"))
                .anyMatch(each -> each.startsWith("T2 authorized"));
    }

    @Test
    void waitForAPurchaseThatIsBeingRecorded() {
        posted.post(aRequest().ofLifecycle("T1"));
        DecidedBatch first = decideFirst(aRequest().ofLifecycle("T2"));
        List<String> waits = new ArrayList<>();
        DecidedBatch reversal =
                decide(
                        () -> recordFor(waits, first),
                        List.of(first),
                        aReversal().ofLifecycle("T2"));
        posted.owner.record(reversal);

        assertThat(waits).hasSize(1);
        assertThat(posted.transactions()).anyMatch(each -> each.startsWith("T2 reversed"));
    }

    @Test
    void waitForAPurchaseOfNoLifecycleThatTheStanNames() {
        posted.post(aRequest().ofLifecycle("T1"));
        DecidedBatch first = decideFirst(aRequest().ofLifecycle(null).withStan("000007"));
        DecidedBatch reversal =
                decide(
                        () -> posted.owner.record(first),
                        List.of(first),
                        aReversal().ofLifecycle("T2").ofOriginal("000007", NOON));
        posted.owner.record(reversal);

        assertThat(posted.texts("select status from transaction where stan = '000007'"))
                .containsExactly("reversed");
    }

    @Test
    void answerAnIncrementThatABatchInFlightDecidedAfterItsTime() {
        MessageExample increment = anIncrement().ofLifecycle("T9");
        posted.post(aRequest().ofLifecycle("T1"), increment);
        DecidedBatch late = decideFirst(aRequest().ofLifecycle("T2").at(NOON.plusSeconds(3_600)));
        DecidedBatch again = decide(() -> posted.owner.record(late), List.of(late), increment);
        posted.owner.record(again);

        assertThat(again.answers()).hasSize(1);
        assertThat(late.answers()).containsAll(again.answers());
    }

    /** A repetition is recorded with its own partition only, which says nothing of the other. */
    @Test
    void waitForAFirstMessageOfAnotherPartition() {
        Feed other = new Feed(1);
        posted.database.doAtomically(
                handle -> posted.stores.feed().begin(handle, Feed.TOPIC, 1, 0));
        posted.post(aRequest().ofLifecycle("T1"));
        DecidedBatch first = decideFirst(aRequest().ofLifecycle("T2"));
        List<String> waits = new ArrayList<>();
        DecidedBatch again =
                posted.owner.decide(
                        other.add(posted.card, aRequest().ofLifecycle("T2")).batch(),
                        List.of(first),
                        () -> recordFor(waits, first));
        posted.owner.record(again);

        assertThat(waits).hasSize(1);
        assertThat(again.answers()).isEqualTo(first.answers());
    }

    /** One card's messages are recorded batch by batch, the other's two batches behind. */
    @ParameterizedTest(name = "in batches of {0}")
    @ValueSource(ints = {1, 3, 8})
    void comeOutAsIfEachHadBeenRecordedFirst(int size) {
        long seed = Long.getLong("test.seed", System.nanoTime());
        for (int round = 0; round < 12; round++) {
            List<List<MessageExample>> batches = batches(new Random(seed + round), size);
            CardId recorded = posted.book.card(null, null, null);
            CardId ahead = posted.book.card(null, null, null);

            List<String> answers = codes(post(recorded, batches, 0));
            List<String> answersAhead = codes(post(ahead, batches, 2));

            assertThat(answersAhead).as("seed=%s", seed + round).isEqualTo(answers);
            assertThat(posted.texts(BOOK.formatted(ahead.value())))
                    .as("seed=%s", seed + round)
                    .isEqualTo(posted.texts(BOOK.formatted(recorded.value())));
        }
    }

    private static MessageExample message(Random random) {
        MessageExample message =
                KINDS.get(random.nextInt(KINDS.size()))
                        .get()
                        .ofLifecycle(lifecycle(random))
                        .withStan("00000" + random.nextInt(8))
                        .withArn("A" + random.nextInt(8))
                        .withAmount(100L * (1 + random.nextInt(9)));
        return random.nextInt(3) == 0 ? message.refunding(lifecycle(random)) : message;
    }

    /** Of a few, or now and then none. */
    private static @Nullable String lifecycle(Random random) {
        int number = random.nextInt(7);
        return number == 6 ? null : "T" + number;
    }

    /** Messages of a few lifecycles, of which some come again. */
    private static List<List<MessageExample>> batches(Random random, int size) {
        List<MessageExample> all = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            all.add(
                    !all.isEmpty() && random.nextInt(5) == 0
                            ? all.get(random.nextInt(all.size()))
                            : message(random).at(NOON.plusSeconds(60L * i)));
        }
        List<List<MessageExample>> batches = new ArrayList<>();
        for (int from = 0; from < all.size(); from += size) {
            batches.add(all.subList(from, Math.min(all.size(), from + size)));
        }
        return batches;
    }

    private List<Decision> post(CardId card, List<List<MessageExample>> batches, int aheadMax) {
        FeedPosting owner = posted.newOwner();
        List<DecidedBatch> inFlight = new ArrayList<>();
        List<Decision> answers = new ArrayList<>();
        Runnable land =
                () -> {
                    inFlight.forEach(owner::record);
                    inFlight.clear();
                };
        for (List<MessageExample> batch : batches) {
            batch.forEach(message -> posted.feed.add(card, message));
            DecidedBatch decided = owner.decide(posted.feed.batch(), List.copyOf(inFlight), land);
            answers.addAll(decided.answers());
            inFlight.add(decided);
            if (inFlight.size() > aheadMax) {
                owner.record(inFlight.removeFirst());
            }
        }
        land.run();
        return answers;
    }

    private static List<String> codes(List<Decision> answers) {
        return answers.stream()
                .map(
                        answer ->
                                answer.responseCode()
                                        + " "
                                        + answer.approvedMinor()
                                        + " "
                                        + answer.inReplyTo())
                .toList();
    }

    private DecidedBatch decideFirst(MessageExample... examples) {
        return decide(UnrecordedBatchesIT::refuseToWait, List.of(), examples);
    }

    private DecidedBatch decideBehind(DecidedBatch first, MessageExample... examples) {
        return decide(UnrecordedBatchesIT::refuseToWait, List.of(first), examples);
    }

    private static void refuseToWait() {
        fail("waits for the batch before it");
    }

    private void recordFor(List<String> waits, DecidedBatch awaited) {
        waits.add("once");
        posted.owner.record(awaited);
    }

    private DecidedBatch decide(
            Runnable await, List<DecidedBatch> inFlight, MessageExample... examples) {
        return posted.owner.decide(posted.batch(examples), inFlight, await);
    }
}
