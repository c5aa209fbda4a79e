package dev.countersign.facade.launch.night.remote;

import dev.countersign.jobs.remote.PartitionRequest;
import dev.countersign.jobs.remote.PartitionWorker;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RepeatedFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.util.backoff.FixedBackOff;

/**
 * Has this process work on partitions of nights, with some threads, each of which takes one request
 * at a time. A request is ticked off after its partition is done: where the process dies before,
 * the request goes to another.
 */
public final class PartitionListener implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PartitionListener.class);
    private static final int HEARTBEATS = 12;
    private static final int TOPIC_LOOKED_FOR_EVERY_MS = 10_000;
    private static final int REQUEST_MS_MAX = 3_000;
    private static final long AGAIN_AFTER_MS = 1_000;
    private static final Duration PAUSE = Duration.ofSeconds(2);

    /** One that takes longer begins again elsewhere, from where it stands; a report, anew. */
    private static final int PARTITION_MS_MAX = 1_800_000;

    /** Shorter than a phase of the end may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(18);

    private final PartitionTopic topic;
    private final Supplier<PartitionWorker> worker;
    private final RepeatedFailure trouble;
    private final ConcurrentMessageListenerContainer<byte[], byte[]> container;
    private @Nullable Thread starting;

    /**
     * Listens for a worker.
     *
     * @param group name of the consumer group of all workers
     * @param worker asked for by the threads of this, when the topic is there
     * @param threads number of requests that are worked on at the same time here
     * @param session time after which the requests of a process that was killed go to others
     * @param consumerConfig how a consumer reaches the broker
     */
    public PartitionListener(
            PartitionTopic topic,
            String group,
            Supplier<PartitionWorker> worker,
            int threads,
            Duration session,
            Map<String, Object> consumerConfig,
            Outages outages) {
        this.topic = topic;
        this.worker = worker;
        this.trouble = new RepeatedFailure(outages);
        this.container = container(group, threads, config(consumerConfig, session));
    }

    private static Map<String, Object> config(Map<String, Object> client, Duration session) {
        Map<String, Object> config = new HashMap<>(client);
        int sessionMs = Math.toIntExact(session.toMillis());
        config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, sessionMs);
        config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, sessionMs / HEARTBEATS);
        config.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, PARTITION_MS_MAX);
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
        config.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                CooperativeStickyAssignor.class.getName());
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, TOPIC_LOOKED_FOR_EVERY_MS);
        config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS_MAX);
        return config;
    }

    private ConcurrentMessageListenerContainer<byte[], byte[]> container(
            String group, int threads, Map<String, Object> config) {
        ContainerProperties properties = new ContainerProperties(topic.name());
        properties.setGroupId(group);
        properties.setAckMode(ContainerProperties.AckMode.RECORD);
        properties.setShutdownTimeout(PATIENCE.toMillis());
        properties.setMessageListener((MessageListener<byte[], byte[]>) this::onMessage);
        properties.setAuthExceptionRetryInterval(Duration.ofMillis(AGAIN_AFTER_MS));
        ConcurrentMessageListenerContainer<byte[], byte[]> made =
                new ConcurrentMessageListenerContainer<>(
                        new DefaultKafkaConsumerFactory<>(
                                config, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                        properties);
        made.setBeanName("night-partitions");
        made.setConcurrency(threads);
        DefaultErrorHandler again =
                new DefaultErrorHandler(
                        new FixedBackOff(AGAIN_AFTER_MS, FixedBackOff.UNLIMITED_ATTEMPTS));
        again.setLogLevel(KafkaException.Level.DEBUG); // it is said here
        made.setCommonErrorHandler(again);
        return made;
    }

    private void onMessage(ConsumerRecord<byte[], byte[]> message) {
        PartitionRequest request =
                message.value() == null
                        ? null
                        : PartitionRequest.read(message.value()).orElse(null);
        if (request == null) {
            log.warn(
                    "a request that does not say what to work on: partition={} offset={}",
                    message.partition(),
                    message.offset());
            return;
        }
        try {
            worker.get().work(request);
        } catch (RuntimeException e) {
            if (trouble.begins(e)) {
                log.warn("a partition of a night waits: {}", e.getMessage());
            }
            throw e;
        }
        if (trouble.ends()) {
            log.info("partitions of nights are worked on again");
        }
    }

    @Override
    public synchronized void start() {
        starting =
                Thread.ofPlatform()
                        .daemon()
                        .name("night-partitions-start")
                        .start(this::listenWhenPossible);
    }

    private void listenWhenPossible() {
        while (true) {
            try {
                topic.create();
                listen();
                return;
            } catch (RuntimeException e) {
                if (trouble.begins(e)) {
                    log.warn("topic {} is not there yet: {}", topic.name(), e.getMessage());
                }
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized void listen() {
        if (starting != null) {
            container.start();
        }
    }

    /** Waits for the chunk that a thread is at; the request goes to another process. */
    @Override
    public synchronized void stop(Runnable stopped) {
        if (starting != null) {
            starting.interrupt();
            starting = null;
        }
        container.stop(stopped);
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public synchronized boolean isRunning() {
        return starting != null;
    }
}
