package dev.countersign.reconcile.service.feed;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.reconcile.domain.account.Book;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import dev.countersign.reconcile.domain.feed.evidence.PinEvidence;
import dev.countersign.reconcile.domain.id.CardId;
import dev.countersign.reconcile.domain.id.WalletTokenId;
import dev.countersign.reconcile.domain.pin.PinState;
import dev.countersign.reconcile.domain.pin.PinStatus;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.issuing.Cards;
import dev.countersign.reconcile.service.issuing.FreezingProcess;
import dev.countersign.reconcile.store.feed.CardPositionStore;
import dev.countersign.reconcile.store.issuing.CardChangeStore;
import dev.countersign.reconcile.store.issuing.CardStore;
import dev.countersign.reconcile.store.issuing.WalletTokenStore;
import dev.countersign.reconcile.testkit.ChildJvm;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Changes of cards beside the stream: one that was answered before a message was written counts for
 * it, and neither waits for the other but where both write one row.
 */
public class CardChangeOrderIT {

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
        POSTGRES.empty();
        posted = new PostedFeed(POSTGRES.dataSource());
        book = new Book(posted.book.accountId(), Mode.SANDBOX);
        held = posted.book.card(null, null, null);
    }

    public static Cards cards(Database database) {
        return new Cards(
                database,
                new CardStore(100),
                new WalletTokenStore(100),
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
            assertThat(posted.owner.post(batchOf(held, "T2")))
                    .extracting(Decision::approved)
                    .containsExactly(true);
            assertThat(freezing.isDone()).isFalse();

            other.rollback();
            freezing.get();
        }
        assertThat(posted.owner.post(batchOf(held, "T3")))
                .singleElement()
                .extracting(Decision::declineReason)
                .isEqualTo(DeclineReason.CARD_FROZEN);
    }

    @Test
    void recordsABatchAsIfItCameFirstWhoseCardWasFrozenWhileItWasOnItsWay() {
        DecidedBatch decided = posted.owner.decide(batchOf(held, "T1"), List.of(), () -> {});
        freeze();
        posted.owner.record(decided);

        assertThat(decided.answers()).extracting(Decision::approved).containsExactly(true);
        assertThat(posted.owner.post(batchOf(held, "T2")))
                .extracting(Decision::declineReason)
                .containsExactly(DeclineReason.CARD_FROZEN);
    }

    @Test
    void decidesWhileAProcessIsStoppedInTheMiddleOfAFreeze() throws Exception {
        try (ChildJvm process =
                ChildJvm.run(
                        FreezingProcess.class,
                        POSTGRES.url(),
                        book.account().value().toString(),
                        held.value().toString())) {
            process.await("FROZEN");
            process.suspend();

            assertThat(posted.post(aRequest())).hasSize(1);
            assertThat(posted.owner.post(batchOf(held, "T2")))
                    .extracting(Decision::approved)
                    .containsExactly(true);

            freeze(); // once the server has ended the session of the other
            process.resume();
            assertThat(process.exitCode()).isNotZero();
        }
        assertThat(posted.texts("select status from card where status = 'frozen'")).hasSize(1);
    }

    /** A hundred freezes a second beside messages of the same cards; the seed is in the name. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 20_261_129})
    void declinesEachMessageThatWasWrittenAfterItsFreezeWasAnswered(long seed) throws Exception {
        int all = 200;
        List<CardId> many = new ArrayList<>();
        for (int i = 0; i < all; i++) {
            many.add(posted.book.card(null, null, null));
        }
        BlockingQueue<WrittenChange> feed = new LinkedBlockingQueue<>();
        try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
            Future<?> freezing =
                    caller.submit(
                            () -> {
                                Random random = new Random(seed);
                                for (CardId card : many) {
                                    for (int i = 0; i < 3; i++) {
                                        int other = random.nextInt(all);
                                        feed.add(new WrittenChange(many.get(other), "before"));
                                    }
                                    feed.add(new WrittenChange(card, "before"));
                                    var unused = cards(posted.database).freeze(book, card);
                                    feed.add(new WrittenChange(card, "after"));
                                    LockSupport.parkNanos(random.nextInt(10_000_000));
                                }
                            });
            int messages = 0;
            while (!freezing.isDone() || !feed.isEmpty()) {
                List<WrittenChange> polled = new ArrayList<>();
                feed.drainTo(polled);
                for (WrittenChange written : polled) {
                    posted.feed.add(
                            written.card(),
                            aRequest().ofLifecycle(written.when() + " " + messages++));
                }
                if (!polled.isEmpty()) {
                    decide(posted.feed.batch());
                }
            }
            freezing.get();
        }
        assertThat(
                        posted.texts(
                                """
                                select distinct decline_reason
                                  from transaction
                                 where network_txn_id like 'after %'
                                """))
                .containsExactly("card_frozen");
        assertThat(posted.texts("select 'x' from transaction where network_txn_id like 'after %'"))
                .hasSize(all);
    }

    private record WrittenChange(CardId card, String when) {}

    /** Decides a batch as often as a card of it was changed meanwhile, as the feed does. */
    private void decide(FeedBatch batch) {
        for (boolean recorded = false; !recorded; ) {
            try {
                posted.owner.post(batch);
                recorded = true;
            } catch (BatchRefusedException changed) {
                posted.owner.forget();
            }
        }
    }

    @Test
    void countsAWrongPinOnTopOfThePinThatWasSetMeanwhile() throws Exception {
        FeedBatch wrong = batchOf(held, "T1", PinEvidence.MISMATCH);
        DecidedBatch decided = posted.owner.decide(wrong, List.of(), () -> {});
        assertThat(
                        recordedBeside(
                                decided,
                                handle -> {
                                    CardPositionStore positions = posted.stores.positions();
                                    assertThat(positions.lockPin(handle, held).triesLeft())
                                            .isEqualTo(3);
                                    positions.updatePin(
                                            handle, held, new PinState(PinStatus.BLOCKED, 0));
                                },
                                handle -> posted.stores.changes().insert(handle, List.of(held))))
                .isEqualTo(BatchRefusedException.RefusalReason.CHANGED_MEANWHILE);

        posted.owner.forget();
        assertThat(posted.owner.post(wrong))
                .extracting(Decision::declineReason)
                .containsExactly(DeclineReason.INCORRECT_PIN);
        assertThat(posted.texts("select pin_status || pin_tries_left from card_security"))
                .contains("blocked0");
    }

    @Test
    void suspendsATokenThatBecameActiveWhileItsCardWasFrozen() throws Exception {
        WalletTokenId token = pendingToken();
        FeedBatch notice = posted.feed.token(held, token, "active", "2026-11-21T10:00:00Z").batch();
        DecidedBatch decided = posted.owner.decide(notice, List.of(), () -> {});

        assertThat(
                        recordedBeside(
                                decided,
                                handle -> {
                                    var unused = cards(posted.database).freeze(book, held);
                                },
                                handle -> {}))
                .isEqualTo(BatchRefusedException.RefusalReason.CHANGED_MEANWHILE);
        posted.owner.forget();
        posted.owner.post(notice);

        assertThat(posted.texts("select status || suspended_by_freeze from wallet_token"))
                .containsExactly("suspendedtrue");
    }

    private WalletTokenId pendingToken() {
        WalletTokenId token = new WalletTokenId(new UUID(9, 9));
        posted.jdbi.useHandle(
                handle ->
                        handle.execute(
                                """
                                insert into wallet_token (id, card_id, wallet, status, created_at,
                                                          updated_at)
                                values (?, ?, 'apple_pay', 'pending', now(), now())
                                """,
                                token.value(),
                                held.value()));
        return token;
    }

    /** Records a batch while another transaction has written a row of it and not yet ended. */
    private BatchRefusedException.RefusalReason recordedBeside(
            DecidedBatch decided, Consumer<Handle> change, Consumer<Handle> last) throws Exception {
        try (ExecutorService stream = Executors.newSingleThreadExecutor()) {
            Future<BatchRefusedException.RefusalReason> refused =
                    posted.database.atomically(
                            handle -> {
                                change.accept(handle);
                                var recording = stream.submit(() -> catchRefusal(decided));
                                awaitAWaiter();
                                last.accept(handle);
                                return recording;
                            });
            return refused.get();
        }
    }

    private BatchRefusedException.RefusalReason catchRefusal(DecidedBatch decided) {
        try {
            posted.owner.record(decided);
            throw new AssertionError("the batch was recorded");
        } catch (BatchRefusedException refused) {
            return refused.reason();
        }
    }

    private void freeze() {
        var unused = cards(posted.database).freeze(book, held);
    }

    private FeedBatch batchOf(CardId card, String lifecycle) {
        return batchOf(card, lifecycle, PinEvidence.ABSENT);
    }

    private FeedBatch batchOf(CardId card, String lifecycle, PinEvidence pin) {
        posted.feed.add(card, aRequest().ofLifecycle(lifecycle).withPin(pin));
        return posted.feed.batch();
    }

    private void awaitAWaiter() {
        Instant deadline = Instant.now().plus(SOON);
        List<String> waiters = posted.texts(WAITERS);
        while (waiters.isEmpty()) {
            assertThat(Instant.now()).isBefore(deadline);
            posted.jdbi.useHandle(handle -> handle.execute("select pg_stat_clear_snapshot()"));
            waiters = posted.texts(WAITERS);
        }
    }
}
