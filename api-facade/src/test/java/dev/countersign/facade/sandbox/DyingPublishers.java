package dev.countersign.facade.sandbox;

import dev.countersign.facade.testkit.TestProduct;
import dev.countersign.ingest.event.EventRelay;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.event.StateEvent;
import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.service.feed.EventPublisher;
import dev.countersign.reconcile.service.feed.EventPublisher.EventTopic;
import dev.countersign.reconcile.service.feed.EventPublisher.UnknownEvents;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/** Publishers beside that of the product, each of which dies once the topic has its events. */
final class DyingPublishers implements AutoCloseable {

    private static final long PAUSE_MILLIS = 40;

    private final TestProduct product;
    private final Map<String, Object> client;
    private final DefaultKafkaProducerFactory<byte[], byte[]> producers;
    private final AtomicInteger died = new AtomicInteger();
    private final Thread thread;
    private volatile boolean running = true;

    DyingPublishers(TestProduct product, Path clientFile) {
        this.product = product;
        client = ClientFile.read(clientFile);
        producers =
                new DefaultKafkaProducerFactory<>(
                        client, new ByteArraySerializer(), new ByteArraySerializer());
        thread = Thread.ofPlatform().name("dying-publishers").start(this::run);
    }

    /** The number of those that died so far. */
    int died() {
        return died.get();
    }

    private void run() {
        while (running) {
            EventPublisher events = new EventPublisher(product.book().database());
            try (EventRelay relay =
                    new EventRelay(
                            events,
                            Topics.EVENTS,
                            new KafkaTemplate<>(producers),
                            client,
                            () -> 0)) {
                var unused = events.publish(new DyingTopic(relay));
                Thread.sleep(PAUSE_MILLIS);
            } catch (KilledException killed) {
                died.incrementAndGet();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producers.destroy();
    }

    private record DyingTopic(EventTopic topic) implements EventTopic {

        @Override
        public UnknownEvents arrivedAfter(List<Long> ends) {
            return topic.arrivedAfter(ends);
        }

        @Override
        public List<Long> publish(List<StateEvent> events, List<Long> ends) {
            var unused = topic.publish(events, ends);
            throw new KilledException();
        }
    }

    private static final class KilledException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
