package dev.countersign.reconcile.service.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.OrderId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.domain.transaction.post.MessagePosting;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.service.feed.BatchRefusedException;
import dev.countersign.reconcile.service.feed.DecidedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.testkit.Feed;
import dev.countersign.reconcile.testkit.PostgresExtension;
import dev.countersign.reconcile.testkit.SeededBook;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bureau's notices among the messages of a card. */
class ProviderMoveIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final InstantSource CLOCK =
            InstantSource.fixed(Instant.parse("2026-11-21T12:00:00Z"));

    private Jdbi jdbi;
    private SeededBook book;
    private FeedStores stores;
    private Database database;
    private Feed feed;
    private CardId card;
    private OrderId order;

    @BeforeEach
    void orderACard() {
        POSTGRES.empty();
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
        book = new SeededBook(jdbi);
        database = new Database(jdbi);
        stores =
                FeedStores.with(
                        (payload, at) -> {
                            throw new AssertionError("nothing is parked here: " + payload);
                        });
        feed = new Feed();
        database.doAtomically(handle -> stores.feed().begin(handle, Feed.TOPIC, 0, 0));
        card = book.card(null, null, null);
        order = book.order(card);
    }

    @ParameterizedTest(name = "in batches of {0}")
    @ValueSource(ints = {1, 2, 3, 5})
    void aDeliveryActivatesTheCardForTheNextMessageHoweverTheFeedIsCut(int size) {
        FeedPosting owner = posting();
        List<Decision> answers = new ArrayList<>();
        List<Runnable> messages =
                List.of(
                        () -> feed.request(card, "100", 100, "2026-11-21T10:00:00Z"),
                        () -> feed.order(card, order, "shipped", "2026-11-21T10:01:00Z"),
                        () -> feed.request(card, "101", 100, "2026-11-21T10:02:00Z"),
                        () -> feed.order(card, order, "delivered", "2026-11-21T10:03:00Z"),
                        () -> feed.request(card, "102", 100, "2026-11-21T10:04:00Z"));
        for (int i = 0; i < messages.size(); i++) {
            messages.get(i).run();
            if ((i + 1) % size == 0) {
                answers.addAll(owner.post(feed.batch()));
            }
        }
        answers.addAll(owner.post(feed.batch()));

        assertThat(answers).extracting(Decision::approved).containsExactly(false, false, true);
        assertThat(texts("select status || ' ' || carrier from physical_order"))
                .containsExactly("delivered POST");
        assertThat(texts("select status from card")).containsExactly("active");
        assertThat(
                        texts(
                                "select to_char(shipped_at at time zone 'UTC', 'HH24:MI') from physical_order"))
                .containsExactly("10:01");
    }

    @Test
    void aRepeatedOrLateNoticeChangesNothing() {
        FeedPosting owner = posting();
        owner.post(
                feed.order(card, order, "delivered", "2026-11-21T10:03:00Z")
                        .again()
                        .order(card, order, "shipped", "2026-11-21T10:01:00Z")
                        .batch());

        assertThat(texts("select status from physical_order")).containsExactly("delivered");
        assertThat(texts("select status from card")).containsExactly("active");
        assertThat(texts("select type from break")).isEmpty();
    }

    @Test
    void aNoticeThatNamesAnotherCardMovesNothing() {
        CardId other = book.card(null, null, null);

        posting().post(feed.order(other, order, "delivered", "2026-11-21T10:03:00Z").batch());

        assertThat(texts("select status from physical_order")).containsExactly("pending");
    }

    @Test
    void aBatchIsDecidedAgainWhenTheOrderWasCancelledMeanwhile() {
        FeedPosting owner = posting();
        FeedBatch batch = feed.order(card, order, "delivered", "2026-11-21T10:03:00Z").batch();
        DecidedBatch decided = owner.decide(batch, List.of(), () -> {});
        jdbi.useHandle(handle -> handle.execute("update physical_order set status = 'cancelled'"));

        assertThat(catchRefusal(owner, decided))
                .isEqualTo(BatchRefusedException.RefusalReason.CHANGED_MEANWHILE);
        owner.forgetUnrecorded();
        owner.post(batch);

        assertThat(texts("select status from physical_order")).containsExactly("cancelled");
        assertThat(texts("select status from card")).containsExactly("pending");
    }

    private static BatchRefusedException.RefusalReason catchRefusal(
            FeedPosting owner, DecidedBatch decided) {
        try {
            owner.record(decided);
            throw new AssertionError("the batch was recorded");
        } catch (BatchRefusedException refused) {
            return refused.reason();
        }
    }

    private FeedPosting posting() {
        return new FeedPosting(database, stores, MessagePosting.DEFAULT, CLOCK, 1_000);
    }

    private List<String> texts(String query) {
        return jdbi.withHandle(handle -> handle.createQuery(query).mapTo(String.class).list());
    }
}
