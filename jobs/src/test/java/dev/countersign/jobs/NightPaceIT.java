package dev.countersign.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.countersign.reconcile.service.JdbiSetup;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks of a night that run beside decisions. */
class NightPaceIT {

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private Instant now = Instant.parse("2026-12-02T02:00:00Z");
    private final NightPace pace = new NightPace(() -> now);
    private final Executor ofItsOwn = chunk -> Thread.ofPlatform().daemon().start(chunk);
    private Jdbi jdbi;

    @BeforeEach
    void beginTheFeed() {
        POSTGRES.empty();
        jdbi = JdbiSetup.over(POSTGRES.dataSource());
        jdbi.useHandle(
                handle ->
                        handle.execute(
                                "insert into feed_position (topic, partition, next_offset)"
                                        + " values ('feed', 0, 5000), ('feed', 1, 9000)"));
        jdbi.useHandle(pace::look);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 60})
    void runTogetherWhereFewMessagesAreDecided(int messages) throws Exception {
        decide(messages);
        CountDownLatch both = new CountDownLatch(2);
        Supplier<Boolean> chunk =
                () -> {
                    both.countDown();
                    return arrives(both);
                };

        CompletableFuture<Boolean> one =
                CompletableFuture.supplyAsync(() -> pace.inTurn(chunk), ofItsOwn);
        CompletableFuture<Boolean> other =
                CompletableFuture.supplyAsync(() -> pace.inTurn(chunk), ofItsOwn);

        assertThat(one.get()).isTrue();
        assertThat(other.get()).isTrue();
    }

    @Test
    void runOneAfterTheOtherWhileManyAreAndTogetherAgainAfterwards() throws Exception {
        decide(2_000);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        Supplier<Boolean> chunk =
                () -> {
                    begun.incrementAndGet();
                    return arrives(end);
                };
        CompletableFuture<Boolean> one =
                CompletableFuture.supplyAsync(() -> pace.inTurn(chunk), ofItsOwn);
        await().until(() -> begun.get() == 1);
        Thread second = Thread.ofPlatform().start(() -> pace.inTurn(chunk));

        await().until(() -> second.getState() == Thread.State.WAITING);
        assertThat(begun).hasValue(1);

        end.countDown();
        assertThat(one.get()).isTrue();
        second.join();
        assertThat(begun).hasValue(2);

        decide(0);
        runTogetherWhereFewMessagesAreDecided(0);
    }

    private void decide(int messages) {
        jdbi.useHandle(
                handle -> {
                    handle.execute(
                            "update feed_position set next_offset = next_offset + ? where partition = 1",
                            messages);
                    now = now.plusSeconds(1);
                    pace.look(handle);
                });
    }

    private static boolean arrives(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
