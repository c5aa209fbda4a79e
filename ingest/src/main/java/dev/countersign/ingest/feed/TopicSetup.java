package dev.countersign.ingest.feed;

import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RepeatedFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Creates the topics that are missing, as soon as the broker answers. One that exists is left as it
 * is: more partitions would move cards to other owners.
 */
public final class TopicSetup implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(TopicSetup.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final CreateTopicsOptions PATIENTLY =
            new CreateTopicsOptions().timeoutMs(10_000);

    /** Fewest replicas with which one may be missing and two have what is written. */
    private static final short REPLICAS_TO_LOSE_ONE = 3;

    /** The broker deletes whole segments, so that a longer one would outlast its retention. */
    private static final Duration SEGMENT_MAX = Duration.ofDays(1);

    private final Map<String, Object> adminConfig;
    private final Topics topics;
    private final IngestProperties properties;
    private final RepeatedFailure trouble;
    private volatile boolean running;

    public TopicSetup(
            Map<String, Object> adminConfig,
            Topics topics,
            IngestProperties properties,
            Outages outages) {
        this.adminConfig = Map.copyOf(adminConfig);
        this.topics = topics;
        this.properties = properties;
        trouble = new RepeatedFailure(outages);
    }

    @Override
    public void start() {
        running = true;
        Thread.ofPlatform().daemon().name("topic-setup").start(this::createWhenPossible);
    }

    private void createWhenPossible() {
        try (Admin admin = Admin.create(adminConfig)) {
            while (running && !create(admin)) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
            if (trouble.ends()) {
                log.info("all topics are there");
            }
        }
    }

    boolean create(Admin admin) {
        return Stream.of(
                        ofTheFeed(topics.feed(), retention(properties.feedRetention())),
                        ofTheFeed(topics.decisions(), retention(properties.decisionRetention())),
                        ofTheFeed(topics.events(), compressed(unlimited())),
                        ofTheFeed(
                                topics.deadLetters(), retention(properties.deadLetterRetention())),
                        ofTheAuditTrail())
                .allMatch(wanted -> create(admin, wanted));
    }

    /**
     * Messages that came from the network are kept as they came for the time that is set, as
     * decisions are, and events without limit, so that a reader can begin with the first.
     */
    private NewTopic ofTheFeed(String name, Map<String, String> config) {
        return new NewTopic(name, properties.partitions(), properties.replicas())
                .configs(replicated(config));
    }

    /** One broker may be lost, and what was written is still on another. */
    private Map<String, String> replicated(Map<String, String> config) {
        if (properties.replicas() < REPLICAS_TO_LOSE_ONE) {
            return config;
        }
        Map<String, String> replicated = new HashMap<>(config);
        replicated.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
        return replicated;
    }

    private NewTopic ofTheAuditTrail() {
        return new NewTopic(topics.audit(), 1, properties.replicas())
                .configs(replicated(unlimited()));
    }

    private boolean create(Admin admin, NewTopic wanted) {
        String topic = wanted.name();
        try {
            admin.createTopics(List.of(wanted), PATIENTLY).all().get();
            log.info("topic created: {} partitions={}", topic, wanted.numPartitions());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            running = false;
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return true;
            }
            if (trouble.begins(e)) {
                log.warn("topic {} is not there yet: {}", topic, String.valueOf(e.getCause()));
            }
            return false;
        }
    }

    private static Map<String, String> unlimited() {
        return Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                "-1",
                TopicConfig.RETENTION_BYTES_CONFIG,
                "-1");
    }

    private static Map<String, String> compressed(Map<String, String> config) {
        Map<String, String> compressed = new HashMap<>(config);
        compressed.put(TopicConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        return compressed;
    }

    private static Map<String, String> retention(Duration kept) {
        Duration segment = kept.compareTo(SEGMENT_MAX) < 0 ? kept : SEGMENT_MAX;
        return Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                String.valueOf(kept.toMillis()),
                TopicConfig.SEGMENT_MS_CONFIG,
                String.valueOf(segment.toMillis()));
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
