package dev.countersign.bench.load;

import dev.countersign.bench.stage.BrokerClient;
import dev.countersign.bench.stage.StageFailure;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.simulate.SimulatedMessage;
import dev.countersign.ingest.simulate.TrafficSimulator;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The feed of a run: made anew for each measurement, and filled before it begins. */
public final class FeedTopic {

    private static final Pattern RECORDED_AT = Pattern.compile("\"recorded_at\":\"([^\"]+)\"");
    private static final int AGAIN_AFTER_MS = 200;
    private static final int TRIES = 100;
    private static final Duration POLL = Duration.ofMillis(100);

    private final String brokers;

    public FeedTopic(String brokers) {
        this.brokers = brokers;
    }

    /** Makes the topics anew, with nothing in them. */
    public void recreate(int partitions) throws InterruptedException {
        try (Admin admin = admin()) {
            for (String topic :
                    List.of(Topics.FEED, Topics.DECISIONS, Topics.EVENTS, Topics.DEAD_LETTERS)) {
                delete(admin, topic);
                create(admin, topic, partitions);
            }
        }
    }

    /**
     * Tells the broker when an append is on the disk: before it is acknowledged, or when the system
     * writes it, as a broker has it by default.
     */
    public void flushEachAppend(boolean each) throws InterruptedException {
        ConfigResource all = new ConfigResource(ConfigResource.Type.BROKER, "");
        ConfigEntry interval =
                new ConfigEntry(
                        "log.flush.interval.messages", Long.toString(each ? 1 : Long.MAX_VALUE));
        try (Admin admin = admin()) {
            admin.incrementalAlterConfigs(
                            Map.of(
                                    all,
                                    List.of(new AlterConfigOp(interval, AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new StageFailure("the broker does not change its flush", e);
        }
    }

    /** Makes a topic for a peer. */
    public void create(String topic, int partitions) throws InterruptedException {
        try (Admin admin = admin()) {
            create(admin, topic, partitions);
        }
    }

    /** Removes a topic of a peer. */
    public void delete(String topic) throws InterruptedException {
        try (Admin admin = admin()) {
            delete(admin, topic);
        }
    }

    private static void delete(Admin admin, String topic) throws InterruptedException {
        try {
            admin.deleteTopics(List.of(topic)).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw new StageFailure("topic " + topic + " cannot be removed", e);
            }
        }
    }

    /** A topic is gone a moment after it was removed. */
    private static void create(Admin admin, String topic, int partitions)
            throws InterruptedException {
        for (int i = 0; i < TRIES; i++) {
            try {
                admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
                return;
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw new StageFailure("topic " + topic + " cannot be made", e);
                }
                Thread.sleep(AGAIN_AFTER_MS); // the broker tells nobody when it is gone
            }
        }
        throw new StageFailure("topic " + topic + " is not removed in time");
    }

    /** Forgets how far the product read, so that the next one begins at the start. */
    public void forgetProduct() throws InterruptedException {
        String last = "";
        try (Admin admin = admin()) {
            for (int i = 0; i < TRIES; i++) {
                try {
                    removeMembers(admin);
                    admin.deleteConsumerGroups(List.of(Topics.DECISION_GROUP)).all().get();
                    return;
                } catch (ExecutionException e) {
                    if (isGone(e)) {
                        return;
                    }
                    last = e.getMessage();
                    Thread.sleep(AGAIN_AFTER_MS); // nor when a member has left
                }
            }
        }
        throw new StageFailure("the product's group is not removed in time: " + last);
    }

    /** A standing member stays until it is removed, or its session ends. */
    private static void removeMembers(Admin admin) throws InterruptedException {
        try {
            admin.removeMembersFromConsumerGroup(
                            Topics.DECISION_GROUP, new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get();
        } catch (ExecutionException e) {
            // A group without members has none to remove; one that is busy is asked again.
            if (e.getCause() instanceof Error broken) {
                throw broken;
            }
        }
    }

    private static boolean isGone(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof GroupIdNotFoundException) {
                return true;
            }
        }
        return false;
    }

    /** Sends requests by their numbers; returns when the broker has all of them. */
    public void fill(BenchMessages messages, long count) {
        fill(
                LongStream.range(0, count)
                        .mapToObj(
                                number ->
                                        new ProducerRecord<>(
                                                Topics.FEED,
                                                messages.key(number),
                                                messages.request(number))));
    }

    /** Sends messages of all kinds, as the simulator makes them. */
    public void fill(TrafficSimulator traffic) {
        Iterable<SimulatedMessage> messages = () -> traffic;
        fill(
                StreamSupport.stream(messages.spliterator(), false)
                        .map(
                                message ->
                                        new ProducerRecord<>(
                                                Topics.FEED,
                                                message.key().getBytes(StandardCharsets.UTF_8),
                                                message.text().getBytes(StandardCharsets.UTF_8))));
    }

    private void fill(Stream<ProducerRecord<byte[], byte[]>> records) {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(brokers, 20)) {
            records.forEach(
                    record -> {
                        var unused =
                                producer.send(
                                        record,
                                        (metadata, problem) -> {
                                            if (problem != null) {
                                                failure.set(problem);
                                            }
                                        });
                    });
            producer.flush();
        }
        Exception problem = failure.get();
        if (problem != null) {
            throw new StageFailure("the feed could not be filled", problem);
        }
    }

    /** Reads all requests and does nothing with them; returns when the last was read. */
    public void read() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(Topics.FEED).stream()
                            .map(each -> new TopicPartition(Topics.FEED, each.partition()))
                            .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long last = sum(consumer.endOffsets(partitions).values());
            while (sum(partitions.stream().map(consumer::position).toList()) < last) {
                var unused = consumer.poll(POLL);
            }
        }
    }

    /**
     * Returns how long each event stood in the book before it was handed to the broker, in
     * microseconds. The events are read after the run, so that reading costs it nothing.
     *
     * @param count events that are waited for
     * @param unmeasured the first of each run, while the product warms up
     */
    public Histogram eventLag(int count, int unmeasured, Duration patience) {
        Histogram micros = new Histogram(3);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(Topics.EVENTS).stream()
                            .map(each -> new TopicPartition(Topics.EVENTS, each.partition()))
                            .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long deadline = System.nanoTime() + patience.toNanos();
            List<long[]> lags = new ArrayList<>();
            while (lags.size() < count) {
                if (System.nanoTime() > deadline) {
                    throw new StageFailure(lags.size() + " of " + count + " events came");
                }
                consumer.poll(POLL)
                        .forEach(
                                event ->
                                        lags.add(
                                                new long[] {
                                                    event.timestamp(),
                                                    event.timestamp() - recordedAt(event.value())
                                                }));
            }
            lags.sort(Comparator.comparingLong(lag -> lag[0]));
            lags.subList(unmeasured, lags.size())
                    .forEach(lag -> micros.recordValue(1_000 * Math.max(0, lag[1])));
        }
        return micros;
    }

    private static long recordedAt(byte[] event) {
        Matcher found = RECORDED_AT.matcher(new String(event, StandardCharsets.UTF_8));
        if (!found.find()) {
            throw new StageFailure("an event does not say when it was recorded");
        }
        return Instant.parse(found.group(1)).toEpochMilli();
    }

    private static long sum(Collection<Long> offsets) {
        return offsets.stream().mapToLong(Long::longValue).sum();
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                BrokerClient.with(brokers, Map.of()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** A producer that waits so long for more to send together. */
    static KafkaProducer<byte[], byte[]> producer(String brokers, int lingerMs) {
        return new KafkaProducer<>(
                BrokerClient.with(
                        brokers,
                        Map.of(
                                ProducerConfig.ACKS_CONFIG,
                                "all",
                                ProducerConfig.BATCH_SIZE_CONFIG,
                                262_144,
                                ProducerConfig.LINGER_MS_CONFIG,
                                lingerMs)),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private Admin admin() {
        return Admin.create(BrokerClient.with(brokers, Map.of()));
    }
}
