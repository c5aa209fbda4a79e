package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aClearing;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefund;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRefundAuthorization;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static dev.countersign.reconcile.testkit.domain.MessageExample.aReversal;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anAdvice;
import static dev.countersign.reconcile.testkit.domain.MessageExample.anIncrement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that come again when nobody remembers them any more but the database. */
class RepetitionIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final List<MessageExample> MESSAGES =
            List.of(
                    aRequest(),
                    anIncrement().withAmount(500),
                    aReversal().withAmount(200),
                    aReversal().withStan("000005").withAmount(100),
                    anAdvice().withStan("000006"),
                    aClearing(),
                    aClearing().ofKind(MessageKind.CLEARING_REVERSAL),
                    aRefundAuthorization(),
                    aRefund(),
                    aRefund().withArn("A7"),
                    aRequest().ofKind(MessageKind.BALANCE_INQUIRY).withAmount(0),
                    anAdvice().ofLifecycle("T2"),
                    aRequest().ofLifecycle("T2"),
                    aReversal().ofLifecycle("T3"),
                    aRequest().ofLifecycle("T3"),
                    anIncrement().ofLifecycle("T4").withAmount(300));

    private static final String BOOK =
            """
            select to_jsonb(transaction)::text from transaction
            union all
            select to_jsonb(message)::text from message
            union all
            select to_jsonb(clearing)::text from clearing
            union all
            select to_jsonb(early_arrival)::text from early_arrival
            union all
            select to_jsonb(break)::text from break
             order by 1
            """;

    private PostedFeed posted;

    @BeforeEach
    void beginBook() {
        POSTGRES.empty();
        posted = new PostedFeed(POSTGRES.dataSource());
        posted.owner = posted.forgetfulOwner();
    }

    @ParameterizedTest(name = "in batches of {0}")
    @ValueSource(ints = {1, 3, 16})
    void changeNothingAndGetTheSameAnswers(int size) {
        long seed = Long.getLong("test.seed", System.nanoTime());
        List<MessageExample> shuffled = new ArrayList<>(MESSAGES);
        Collections.shuffle(shuffled, new Random(seed));
        List<Decision> first = postInBatches(shuffled, size);
        List<String> book = posted.texts(BOOK);

        List<Decision> again = postInBatches(shuffled, size);
        Collections.shuffle(shuffled, new Random(seed + 1));
        List<Decision> onceMore = postInBatches(shuffled, size);

        assertThat(posted.texts(BOOK)).as("seed %s", seed).isEqualTo(book);
        assertThat(again).as("seed %s", seed).containsExactlyInAnyOrderElementsOf(first);
        assertThat(onceMore).as("seed %s", seed).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void areRefusedByTheRecordAndNotByLuck() {
        posted.post(aRequest());
        posted.post(aRequest().ofLifecycle("T2"));
        posted.post(aRequest().ofLifecycle("T3"));
        posted.postStubbornly(posted.batch(aRequest()));

        assertThat(posted.refusals)
                .containsExactly(BatchRefusedException.RefusalReason.KNOWN_MESSAGE);
    }

    @Test
    void areStillRecognizedAfterABatchWasRefused() {
        posted.owner = posted.ownerThatRemembers(100);
        List<Decision> first = posted.post(aRequest().ofLifecycle("T1"));
        posted.owner.forget();
        for (int number = 2; number <= 20; number++) { // until nobody is asked any more
            posted.post(aRequest().ofLifecycle("T" + number));
        }

        List<Decision> again = posted.postStubbornly(posted.batch(aRequest().ofLifecycle("T1")));

        assertThat(posted.refusals).isEmpty();
        assertThat(again).isEqualTo(first);
    }

    private List<Decision> postInBatches(List<MessageExample> messages, int size) {
        List<Decision> answers = new ArrayList<>();
        for (int from = 0; from < messages.size(); from += size) {
            List<MessageExample> part =
                    messages.subList(from, Math.min(messages.size(), from + size));
            answers.addAll(
                    posted.postStubbornly(posted.batch(part.toArray(new MessageExample[0]))));
        }
        return answers;
    }
}
