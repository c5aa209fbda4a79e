package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.countersign.reconcile.domain.FeedBusyException;
import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.issuing.Cards;
import dev.countersign.reconcile.service.issuing.FreezingProcess;
import dev.countersign.reconcile.store.feed.FeedLock;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CardRulesStore;
import dev.countersign.reconcile.store.issuing.CardStore;
import dev.countersign.reconcile.store.issuing.OrderStore;
import dev.countersign.reconcile.store.issuing.WalletTokenStore;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Neighbours that hold a row, or that were stopped, and that decisions go on beside them. */
public class FeedLockIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private static final Duration SOON = Duration.ofSeconds(10);

    private static final String WAITERS =
            """
            select 'waits'
              from pg_stat_activity
             where cardinality(pg_blocking_pids(pid)) > 0
               and datname = current_database()
            """;

    private PostedFeed posted;
    private Book book;
    private CardId held;

    @BeforeEach
    void beginBook() {
        POSTGRES.recreate();
        posted = new PostedFeed(POSTGRES.dataSource());
        book = new Book(posted.book.accountId(), Mode.SANDBOX);
        held = posted.book.card(null, null, null);
    }

    public static Cards cards(Database database) {
        return new Cards(
                database,
                new CardStore(100),
                new CardRulesStore(),
                new WalletTokenStore(100),
                new OrderStore(),
                new CardChangeStore(),
                PostedFeed.CLOCK);
    }

    @Test
    void decidesWhileACardIsFrozenWhoseRowSomebodyKeeps() throws Exception {
        try (Handle other = posted.jdbi.open();
                ExecutorService caller = Executors.newSingleThreadExecutor()) {
            other.begin();
            other.execute("select 1 from card where id = ? for update", held.value());
            Future<?> freezing = caller.submit(this::freeze);
            awaitAWaiter();

            assertThat(posted.post(aRequest())).hasSize(1);
            assertThat(posted.post(aRequest().ofLifecycle("T2"))).hasSize(1);
            assertThat(freezing.isDone()).isFalse();

            other.rollback();
            freezing.get();
        }
        assertThat(posted.owner.post(batchOf(held)))
                .singleElement()
                .extracting(Decision::declineReason)
                .isEqualTo(DeclineReason.CARD_FROZEN);
    }

    @Test
    void keepsDecisionsWaitingOnlyBrieflyForARowThatIsTakenAfterTheStreamWasStopped() {
        try (Handle other = posted.jdbi.open()) {
            other.begin();
            other.execute("select 1 from card where id = ? for update", held.value());

            assertThatExceptionOfType(JdbiException.class)
                    .isThrownBy(
                            () ->
                                    posted.database.changingCards(
                                            handle ->
                                                    cards(posted.database)
                                                            .lock(handle, book, held)))
                    .withMessageContaining("lock timeout");
            other.rollback();
        }
        assertThat(posted.post(aRequest())).hasSize(1);
    }

    @Test
    void tellsACallerThatABatchKeepsTheStreamAndDecidesMeanwhile() {
        try (Handle stopped = posted.jdbi.open()) {
            stopped.begin();
            FeedLock.shared(stopped);

            assertThatExceptionOfType(FeedBusyException.class).isThrownBy(this::freeze);
            assertThat(posted.post(aRequest())).hasSize(1);
            stopped.rollback();
        }
        freeze();
        assertThat(posted.texts("select status from card where status = 'frozen'")).hasSize(1);
    }

    @Test
    void decidesSoonAfterAProcessWasStoppedThatKeptTheStream() throws Exception {
        try (ChildJvm process =
                ChildJvm.run(
                        FreezingProcess.class,
                        POSTGRES.url(),
                        book.account().value().toString(),
                        held.value().toString())) {
            process.await("FROZEN");
            process.suspend();
            Instant stopped = Instant.now();

            assertThat(posted.post(aRequest())).hasSize(1);

            assertThat(Duration.between(stopped, Instant.now())).isLessThan(SOON);
            process.resume();
            assertThat(process.exitCode()).isNotZero();
        }
        assertThat(posted.texts("select status from card where status = 'frozen'")).isEmpty();
        freeze();
    }

    private void freeze() {
        var unused = cards(posted.database).freeze(book, held);
    }

    private FeedBatch batchOf(CardId card) {
        posted.feed.add(card, aRequest().ofLifecycle("T9"));
        return posted.feed.batch();
    }

    private void awaitAWaiter() {
        Instant deadline = Instant.now().plus(SOON);
        List<String> waiters = posted.texts(WAITERS);
        while (waiters.isEmpty()) {
            assertThat(Instant.now()).isBefore(deadline);
            waiters = posted.texts(WAITERS);
        }
    }
}
