package dev.countersign.facade.launch;

import dev.countersign.facade.simulate.SimulatedBook;
import dev.countersign.ingest.feed.Topics;
import dev.countersign.ingest.simulate.SimulatedCard;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.reconcile.Reconcile;
import dev.countersign.reconcile.service.Outages;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * A few hundred sandbox cards, three whole days of history when they are new, and from then on a
 * small stream of traffic in real time, so that there is something to see.
 */
class DemoTraffic implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(DemoTraffic.class);
    private static final int CARDS = 500;
    private static final long CARDS_SEED = 42;
    private static final int DAYS_OF_HISTORY = 3;
    private static final Duration PAUSE_IN_HISTORY = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofSeconds(4);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private final Reconcile reconcile;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final InstantSource clock;
    private final Outages outages;
    private volatile boolean running;

    DemoTraffic(
            Reconcile reconcile,
            KafkaTemplate<byte[], byte[]> kafka,
            InstantSource clock,
            Outages outages) {
        this.reconcile = reconcile;
        this.kafka = kafka;
        this.clock = clock;
        this.outages = outages;
    }

    @Override
    public void start() {
        running = true;
        Thread.ofPlatform().daemon().name("demo-traffic").start(this::keepSending);
    }

    private void keepSending() {
        while (running && !reconcile.accounts().anyOpen()) {
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        if (!running) {
            return;
        }
        List<SimulatedCard> cards =
                SimulatedBook.issue(reconcile.sandboxCards(), CARDS_SEED, CARDS);
        Instant now = clock.instant();
        boolean fresh = !reconcile.transactions().anyOf(cards.getFirst().id());
        long seed = now.getEpochSecond();
        TrafficSimulator simulator =
                new TrafficSimulator(
                        cards,
                        new Traffic(
                                seed,
                                fresh ? beginOfHistory(now) : now,
                                fresh ? PAUSE_IN_HISTORY : PAUSE,
                                false,
                                Traffic.ENDLESS,
                                1));
        log.info("demo traffic begins: cards={} seed={} history={}", CARDS, seed, fresh);
        while (running) {
            SimulatedMessage message = simulator.next();
            if (!message.at().isBefore(now)) {
                simulator.pause(PAUSE);
                waitUntil(message.at());
            }
            send(message);
        }
    }

    /**
     * A midnight, UTC: merchants present hours after they ask, and a first date that had only its
     * last hours would settle nothing.
     */
    static Instant beginOfHistory(Instant now) {
        return now.truncatedTo(ChronoUnit.DAYS).minus(DAYS_OF_HISTORY, ChronoUnit.DAYS);
    }

    private void waitUntil(Instant due) {
        Duration left = Duration.between(clock.instant(), due);
        while (running && left.isPositive()) {
            LockSupport.parkNanos(Math.min(left.toNanos(), LOOK_AGAIN.toNanos()));
            left = Duration.between(clock.instant(), due);
        }
    }

    private void send(SimulatedMessage message) {
        var unused =
                kafka.send(
                                new ProducerRecord<>(
                                        Topics.FEED,
                                        message.key().getBytes(StandardCharsets.UTF_8),
                                        message.text().getBytes(StandardCharsets.UTF_8)))
                        .exceptionally(
                                failure -> {
                                    if (!outages.noticed(failure)) {
                                        log.warn("demo message not sent: {}", failure.getMessage());
                                    }
                                    return null;
                                });
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
