package dev.countersign.facade.launch.health;

import dev.countersign.facade.console.now.DecisionCounts;
import dev.countersign.facade.console.now.Decline;
import dev.countersign.ingest.codec.DecisionCodec;
import dev.countersign.ingest.codec.DecisionCodec.DecisionOutcome;
import dev.countersign.reconcile.domain.authorization.DeclineReason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the end of the topic of decisions once a second, of all partitions and without a group. It
 * counts by offsets, which is exact, and looks into so many answers a second at most; where there
 * are more, the others are passed over. Trouble with the broker is met again in the next second: it
 * is the counts that say so, by not being known.
 */
final class TailReader implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(TailReader.class);

    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(1);
    private static final Duration LOOK_MAX = Duration.ofMillis(700);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int LOOKED_INTO_MAX = 20_000;
    private static final int POLLED_MAX = 2_000;
    private static final int FETCHED_BYTES_MAX = 4 << 20;

    private final String topic;
    private final Map<String, Object> kafkaConfig;
    private final InstantSource clock;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Consumer<byte[], byte[]> consumer;
    private volatile @Nullable DecisionCounts latest;

    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private final Map<Decline, Long> declined = new HashMap<>();
    private long decided;
    private long approved;

    TailReader(String topic, Map<String, Object> kafkaConfig, InstantSource clock) {
        this.topic = topic;
        this.kafkaConfig = kafkaConfig;
        this.clock = clock;
    }

    Optional<DecisionCounts> counts() {
        return Optional.ofNullable(latest);
    }

    /** Has it end; the thread that reads does so soon. */
    void end() {
        ended.countDown();
        Consumer<byte[], byte[]> waiting = consumer;
        if (waiting != null) {
            waiting.wakeup();
        }
    }

    @Override
    public void run() {
        try {
            long due = System.nanoTime();
            do {
                beat();
                due = Math.max(due + BEAT.toNanos(), System.nanoTime());
            } while (!ended.await(due - System.nanoTime(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Consumer<byte[], byte[]> opened = consumer;
            if (opened != null) {
                opened.close(CloseOptions.timeout(Duration.ZERO));
            }
        }
    }

    private void beat() {
        try {
            Consumer<byte[], byte[]> opened = consumer;
            if (opened == null) {
                opened = connect();
                consumer = opened;
            }
            latest = ends.isEmpty() && !begin(opened) ? null : count(opened);
        } catch (RuntimeException e) {
            latest = null;
            log.debug("the decisions cannot be counted", e);
        }
    }

    private Consumer<byte[], byte[]> connect() {
        Map<String, Object> config = new HashMap<>(kafkaConfig);
        config.remove(ConsumerConfig.GROUP_ID_CONFIG);
        config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLLED_MAX);
        config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCHED_BYTES_MAX);
        return new KafkaConsumer<>(
                config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Stands at the end; false while there is no such topic. */
    private boolean begin(Consumer<byte[], byte[]> opened) {
        List<TopicPartition> all =
                opened.partitionsFor(topic, ANSWER_MAX).stream()
                        .map(each -> new TopicPartition(topic, each.partition()))
                        .toList();
        if (all.isEmpty()) {
            return false;
        }
        Map<TopicPartition, Long> now = opened.endOffsets(all, ANSWER_MAX);
        opened.assign(all);
        now.forEach(opened::seek);
        next.putAll(now);
        ends.putAll(now);
        return true;
    }

    private DecisionCounts count(Consumer<byte[], byte[]> opened) {
        Map<TopicPartition, Long> now = opened.endOffsets(ends.keySet(), ANSWER_MAX);
        Instant at = clock.instant();
        now.forEach(
                (partition, end) -> {
                    long before = ends.getOrDefault(partition, end);
                    if (end < before) { // the topic was made again
                        pass(opened, partition, end);
                    }
                    decided += Math.max(0, end - before);
                    ends.put(partition, end);
                });
        read(opened);
        return new DecisionCounts(at, decided, approved, declined);
    }

    private void read(Consumer<byte[], byte[]> opened) {
        long deadline = System.nanoTime() + LOOK_MAX.toNanos();
        int looked = 0;
        while (behind() > 0 && looked < LOOKED_INTO_MAX && System.nanoTime() < deadline) {
            for (ConsumerRecord<byte[], byte[]> answer : opened.poll(POLL)) {
                count(answer.value());
                looked++;
                next.put(new TopicPartition(topic, answer.partition()), answer.offset() + 1);
            }
        }
        if (behind() > LOOKED_INTO_MAX) {
            ends.forEach((partition, end) -> pass(opened, partition, end));
        }
    }

    private long behind() {
        return ends.entrySet().stream()
                .mapToLong(
                        end ->
                                Math.max(
                                        0,
                                        end.getValue()
                                                - next.getOrDefault(end.getKey(), end.getValue())))
                .sum();
    }

    private void pass(Consumer<byte[], byte[]> opened, TopicPartition partition, long end) {
        opened.seek(partition, end);
        next.put(partition, end);
    }

    private void count(byte @Nullable [] answer) {
        if (answer == null) {
            return;
        }
        Optional<DecisionOutcome> outcome = DecisionCodec.outcome(answer);
        if (outcome.isEmpty()) {
            return;
        }
        DeclineReason reason = outcome.get().reason();
        if (reason == null) {
            approved++;
        } else {
            declined.merge(new Decline(reason.wire(), outcome.get().responseCode()), 1L, Long::sum);
        }
    }
}
