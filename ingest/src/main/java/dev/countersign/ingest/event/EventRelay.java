package dev.countersign.ingest.event;

import dev.countersign.ingest.feed.decision.SendResult;
import dev.countersign.reconcile.domain.event.StateEvent;
import dev.countersign.reconcile.service.feed.EventPublisher;
import dev.countersign.reconcile.service.feed.EventPublisher.EventTopic;
import dev.countersign.reconcile.service.feed.EventPublisher.PublishResult;
import dev.countersign.reconcile.service.feed.EventPublisher.UnknownEvents;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Publishes each change of state, soon after it was recorded. Where there are many, as of a night,
 * while messages are decided, it rests nine times as long as it works, so that these do not wait
 * for it; less once it is behind.
 */
public final class EventRelay implements EventTopic, AutoCloseable {

    private static final Duration BROKER_PATIENCE = Duration.ofSeconds(10);

    /** With the patience that publishing takes it is less than a session may stand idle. */
    private static final int LOOK_MILLIS_MAX = 3_000;

    /** Of the topic at once, each of {@code max.poll.records} events: a book may have lost days. */
    private static final int POLLS_MAX = 100;

    private static final Duration BEHIND = Duration.ofSeconds(10);
    private static final Duration FAR_BEHIND = Duration.ofMinutes(1);

    private final EventPublisher events;
    private final String topic;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final Map<String, Object> consumer;
    private final LongSupplier decided;
    private final EventCodec codec = new EventCodec();

    private long decidedBefore;

    /** In the nanoseconds of this process. */
    private long restsUntil = System.nanoTime();

    /** Of those that were told the last time, and when that was, in the nanoseconds of here. */
    private record Lateness(Duration age, long atNanos) {}

    private volatile Lateness late = new Lateness(Duration.ZERO, System.nanoTime());

    /** Looks at the ends of the topic; null until the first time. */
    private @Nullable KafkaConsumer<byte[], byte[]> reader;

    /** Events that the producer may still deliver; null where all were taken. */
    private @Nullable SendResult unsettled;

    /**
     * Publishes what there is.
     *
     * @param topic name of the topic of events
     * @param consumer what a reader of the topic needs to reach the broker
     * @param decided number of messages that were decided in this process so far
     */
    public EventRelay(
            EventPublisher events,
            String topic,
            KafkaTemplate<byte[], byte[]> kafka,
            Map<String, Object> consumer,
            LongSupplier decided) {
        this.events = events;
        this.topic = topic;
        this.kafka = kafka;
        this.decided = decided;
        this.consumer = new HashMap<>(consumer);
        this.consumer.remove(ConsumerConfig.GROUP_ID_CONFIG);
        this.consumer.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        this.consumer.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, LOOK_MILLIS_MAX);
        this.consumer.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, LOOK_MILLIS_MAX);
        this.consumer.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    }

    /**
     * Publishes the oldest of what there is, unless it rests; fails where the broker takes none. To
     * be called again and again.
     */
    public synchronized void relay() {
        long begun = System.nanoTime();
        if (begun - restsUntil < 0) {
            return;
        }
        awaitUnsettled();
        PublishResult result = events.publish(this);
        long ended = System.nanoTime();
        late = new Lateness(result.more() ? result.age() : Duration.ZERO, ended);
        long before = decidedBefore;
        decidedBefore = decided.getAsLong();
        boolean rests = result.more() && decidedBefore > before;
        restsUntil = rests ? ended + rests(result.age()) * (ended - begun) : ended;
    }

    /**
     * Returns how late events are: the time that the oldest waits, and the time for which none
     * could be published.
     */
    public Duration lateness() {
        Lateness last = late;
        return last.age().plusNanos(System.nanoTime() - last.atNanos());
    }

    /** Returns the number of times that it rests as long as it worked. */
    private static int rests(Duration behind) {
        if (behind.compareTo(FAR_BEHIND) > 0) {
            return 1;
        }
        return behind.compareTo(BEHIND) > 0 ? 3 : 9;
    }

    /** Waits for events that were given up here, until the producer gives them up too. */
    private void awaitUnsettled() {
        SendResult earlier = unsettled;
        if (earlier != null) {
            var unused = await(earlier);
            unsettled = null;
        }
    }

    @Override
    public List<Long> publish(List<StateEvent> changes, List<Long> ends) {
        SendResult sending = new SendResult(changes.size());
        unsettled = sending;
        send(changes, sending);
        if (!await(sending).isEmpty()) {
            unsettled = null;
            throw new IllegalStateException("the broker did not take them", sending.failure());
        }
        unsettled = null;
        return sending.endsAfter(ends);
    }

    private void send(List<StateEvent> changes, SendResult sending) {
        try {
            var unused =
                    kafka.execute(
                            producer -> {
                                changes.forEach(event -> sending.send(producer, outgoing(event)));
                                return sending;
                            });
        } catch (RuntimeException e) {
            unsettled = null; // some were never handed over
            throw e;
        }
    }

    private static List<ProducerRecord<byte[], byte[]>> await(SendResult sending) {
        try {
            return sending.notTaken().get(BROKER_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "the broker does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private ProducerRecord<byte[], byte[]> outgoing(StateEvent event) {
        return new ProducerRecord<>(
                topic, event.key().getBytes(StandardCharsets.UTF_8), codec.write(event));
    }

    @Override
    public UnknownEvents arrivedAfter(List<Long> ends) {
        KafkaConsumer<byte[], byte[]> opened = reader();
        Set<TopicPartition> partitions = new HashSet<>();
        opened.partitionsFor(topic)
                .forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
        Map<TopicPartition, Long> last = opened.endOffsets(partitions);
        TopicPart part = new TopicPart(opened, codec, POLLS_MAX, LOOK_MILLIS_MAX);
        List<Long> after = new ArrayList<>();
        for (int number = 0; number < partitions.size(); number++) {
            TopicPartition partition = new TopicPartition(topic, number);
            after.add(
                    part.read(
                            partition,
                            number < ends.size() ? ends.get(number) : 0,
                            last.getOrDefault(partition, 0L)));
        }
        return new UnknownEvents(part.ids(), part.sequences(), after, part.whole());
    }

    private KafkaConsumer<byte[], byte[]> reader() {
        KafkaConsumer<byte[], byte[]> opened = reader;
        if (opened == null) {
            opened =
                    new KafkaConsumer<>(
                            consumer, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            reader = opened;
        }
        return opened;
    }

    /** Ends it, once nobody relays. */
    @Override
    public synchronized void close() {
        KafkaConsumer<byte[], byte[]> opened = reader;
        if (opened != null) {
            opened.close(CloseOptions.timeout(Duration.ZERO));
            reader = null;
        }
    }
}
