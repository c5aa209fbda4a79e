package dev.countersign.facade.launch;

import dev.countersign.facade.simulate.SimulatedBook;
import dev.countersign.ingest.feed.Topics;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.Traffic;
import dev.countersign.ingest.simulate.TrafficSimulator;
import dev.countersign.reconcile.Reconcile;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * A few hundred sandbox cards and a small stream of traffic for them, so that there is something to
 * see.
 */
class DemoTraffic implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(DemoTraffic.class);
    private static final int CARDS = 300;
    private static final long SEED = 42;
    private static final long MESSAGES = 100_000;
    private static final long PAUSE_NANOS = 200_000_000L;

    private final Reconcile reconcile;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final InstantSource clock;
    private volatile boolean running;

    DemoTraffic(Reconcile reconcile, KafkaTemplate<byte[], byte[]> kafka, InstantSource clock) {
        this.reconcile = reconcile;
        this.kafka = kafka;
        this.clock = clock;
    }

    @Override
    public void start() {
        running = true;
        Thread.ofPlatform().daemon().name("demo-traffic").start(this::keepSending);
    }

    private void keepSending() {
        while (running && !reconcile.accounts().anyOpen()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (!running) {
            return;
        }
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        TrafficSimulator simulator =
                new TrafficSimulator(
                        SimulatedBook.issue(reconcile.sandboxCards(), SEED, CARDS),
                        new Traffic(SEED, today, 1, MESSAGES, 1));
        log.info("demo traffic begins: cards={} seed={}", CARDS, SEED);
        while (running && simulator.hasNext()) {
            send(simulator.next());
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void send(SimulatedMessage message) {
        kafka.send(
                        new ProducerRecord<>(
                                Topics.FEED,
                                message.key().getBytes(StandardCharsets.UTF_8),
                                message.text().getBytes(StandardCharsets.UTF_8)))
                .exceptionally(
                        failure -> {
                            log.warn("demo message not sent: {}", failure.getMessage());
                            return null;
                        })
                .join();
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
