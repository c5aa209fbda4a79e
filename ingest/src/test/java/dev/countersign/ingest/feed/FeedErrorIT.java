package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.SimulatedCards;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.testkit.PostgresExtension;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of the virtual machine in the threads of the feed. */
class FeedErrorIT {

    private static final int PARTITIONS = 4;

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private final Thread.UncaughtExceptionHandler before =
            Thread.getDefaultUncaughtExceptionHandler();
    private final CompletableFuture<Throwable> reported = new CompletableFuture<>();

    @BeforeEach
    void listen() {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> reported.complete(failure));
    }

    @AfterEach
    void restore() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    @ParameterizedTest(name = "in the owner: {0}")
    @ValueSource(booleans = {true, false})
    void reachesTheHandlerThatEndsTheProcess(boolean inTheOwner) throws Exception {
        POSTGRES.empty();
        FeedTopics feed = new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        TrafficSimulator simulator =
                new TrafficSimulator(
                        SimulatedCards.issue(POSTGRES.dataSource(), 10),
                        Traffic.overDays(1, LocalDate.parse("2026-11-28"), 1, 200, 0));
        AtomicBoolean failing = new AtomicBoolean(true);
        InstantSource clock =
                () -> {
                    String thread = Thread.currentThread().getName();
                    if (failing.get() && thread.startsWith("feed-owner") == inTheOwner) {
                        throw new NoClassDefFoundError("as after a jar was replaced");
                    }
                    return InstantSource.system().instant();
                };
        try (RunningFeed running =
                RunningFeed.start(POSTGRES.url(), TestKafka.clientFile(), "failing", clock)) {
            feed.send(simulator);

            assertThat(reported.get(60, TimeUnit.SECONDS)).isInstanceOf(NoClassDefFoundError.class);
            failing.set(false);
            assertThat(running.registry()).isNotNull();
        }
    }
}
