package dev.countersign.ingest.feed;

import dev.countersign.ingest.codec.EventCodec;
import dev.countersign.ingest.feed.answer.SendResult;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.event.CardEvent;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RepeatedTrouble;
import dev.countersign.reconcile.service.feed.CardEvents;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Publishes what changes cards outside the stream, soon after it happened. What the broker did not
 * take is told again; a process that dies between the broker and the book has told it twice, with
 * the same identity.
 */
public final class EventRelay implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(EventRelay.class);
    private static final int CHANGES_MAX = 500;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
    private static final Duration AFTER_TROUBLE = Duration.ofSeconds(2);
    private static final Duration BROKER_PATIENCE = Duration.ofSeconds(10);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(15);

    private final CardEvents events;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final RepeatedTrouble trouble;
    private final EventCodec codec = new EventCodec();
    private volatile boolean running;
    private Thread thread = Thread.ofPlatform().unstarted(() -> {});

    public EventRelay(CardEvents events, KafkaTemplate<byte[], byte[]> kafka, Outages outages) {
        this.events = events;
        this.kafka = kafka;
        trouble = new RepeatedTrouble(outages);
    }

    @Override
    public synchronized void start() {
        running = true;
        thread = Thread.ofPlatform().daemon().name("event-relay").start(this::keepTelling);
    }

    private void keepTelling() {
        while (running) {
            try {
                boolean more = events.tell(CHANGES_MAX, this::publish);
                if (trouble.ends()) {
                    log.info("events are published again");
                }
                if (!more) {
                    LockSupport.parkNanos(LOOK_AGAIN.toNanos());
                }
            } catch (RuntimeException e) {
                if (running) {
                    if (trouble.begins(e)) {
                        log.warn("events wait: {}", e.getMessage());
                    }
                    LockSupport.parkNanos(AFTER_TROUBLE.toNanos());
                }
            }
        }
    }

    private void publish(List<CardEvent> changes) {
        SendResult sending = new SendResult(changes.size());
        var unused =
                kafka.execute(
                        producer -> {
                            changes.forEach(event -> sending.send(producer, outgoing(event)));
                            return sending;
                        });
        try {
            if (!sending.notTaken()
                    .get(BROKER_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .isEmpty()) {
                throw new IllegalStateException("the broker did not take them", sending.trouble());
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "the broker does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private ProducerRecord<byte[], byte[]> outgoing(CardEvent event) {
        return new ProducerRecord<>(
                Topics.EVENTS,
                event.card().toString().getBytes(StandardCharsets.UTF_8),
                codec.write(event));
    }

    @Override
    public void stop() {
        Thread ending;
        synchronized (this) {
            running = false;
            ending = thread;
        }
        LockSupport.unpark(ending);
        try {
            if (!ending.join(STOP_PATIENCE)) {
                log.warn("{} did not end in time", ending.getName());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
