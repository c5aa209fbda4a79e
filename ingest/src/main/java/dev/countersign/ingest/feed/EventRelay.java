package dev.countersign.ingest.feed;

import dev.countersign.ingest.codec.EventCodec;
import dev.countersign.ingest.feed.answer.SendResult;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.event.CardEvent;
import dev.countersign.reconcile.service.feed.CardEvents;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Publishes what changes cards outside the stream, soon after it happened. What the broker did not
 * take is told again; a process that dies between the broker and the book has told it twice, with
 * the same identity.
 */
public final class EventRelay {

    private static final int CHANGES_MAX = 500;
    private static final int BATCHES_MAX = 20;
    private static final Duration BROKER_PATIENCE = Duration.ofSeconds(10);

    private final CardEvents events;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final EventCodec codec = new EventCodec();

    public EventRelay(CardEvents events, KafkaTemplate<byte[], byte[]> kafka) {
        this.events = events;
        this.kafka = kafka;
    }

    /** Publishes what there is, in batches; fails where the broker takes none. */
    public void relay() {
        for (int i = 0; i < BATCHES_MAX; i++) {
            if (!events.tell(CHANGES_MAX, this::publish)) {
                return;
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
}
