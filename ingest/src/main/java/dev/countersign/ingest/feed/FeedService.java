package dev.countersign.ingest.feed;

import dev.countersign.ingest.IngestProperties;
import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.reconcile.domain.authorization.Authorizer;
import dev.countersign.reconcile.domain.authorization.DecisionPolicy;
import dev.countersign.reconcile.domain.transaction.Poster;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.FeedPosting;
import dev.countersign.reconcile.service.FeedStores;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.KafkaTemplate;

/** Starts the owners of the feed with the application and ends them before anything they need. */
public final class FeedService implements SmartLifecycle {

    /** The group that shares the partitions of the feed. */
    public static final String GROUP = "countersign.decisions";

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    private final IngestProperties properties;
    private final Map<String, Object> kafkaConfig;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final Database database;
    private final FeedStores stores;
    private final InstantSource clock;
    private final FeedMetrics metrics;
    private final List<FeedOwner> owners = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running;

    public FeedService(
            IngestProperties properties,
            Map<String, Object> kafkaConfig,
            KafkaTemplate<byte[], byte[]> kafka,
            Database database,
            FeedStores stores,
            InstantSource clock,
            MeterRegistry registry) {
        this.properties = properties;
        this.kafkaConfig = Map.copyOf(kafkaConfig);
        this.kafka = kafka;
        this.database = database;
        this.stores = stores;
        this.clock = clock;
        this.metrics = new FeedMetrics(registry);
        Gauge.builder("feed.lag", this, FeedService::lag)
                .description("Messages that wait to be taken, of the partitions owned here")
                .register(registry);
    }

    @Override
    public synchronized void start() {
        for (int number = 0; number < properties.owners(); number++) {
            FeedOwner owner = owner(number);
            owners.add(owner);
            threads.add(Thread.ofPlatform().name("feed-owner-" + number).start(owner));
        }
        running = true;
    }

    private FeedOwner owner(int number) {
        Poster poster =
                new Poster(
                        new Authorizer(
                                new DecisionPolicy(
                                        properties.partialOnLimits(),
                                        properties.partialOnline(),
                                        properties.suspectMerchants())));
        FeedCodec codec =
                new FeedCodec(
                        new CodecOptions(properties.guardedSources(), properties.decisionMaxAge()),
                        clock);
        return new FeedOwner(
                consumer(number),
                new FeedBatchReader(codec, new Quarantine()),
                new FeedPosting(database, stores, poster, clock, properties.cachedCardsMax()),
                new FeedPositions(database, stores.feed()),
                new FeedWriter("feed-writer-" + number, kafka, clock),
                new FeedAnswers(),
                metrics);
    }

    /**
     * Static membership in the classic protocol: a process that was killed gets its partitions back
     * at once when it returns under its name.
     */
    private Consumer<byte[], byte[]> consumer(int number) {
        Map<String, Object> config = new HashMap<>(kafkaConfig);
        config.put(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
        config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        config.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, properties.instanceId() + "-" + number);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, properties.batchSizeMax());
        config.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, 900_000);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 50);
        return new KafkaConsumer<>(
                config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public synchronized void stop() {
        running = false;
        owners.forEach(FeedOwner::stop);
        for (Thread thread : threads) {
            try {
                thread.join(STOP_PATIENCE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        owners.clear();
        threads.clear();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private synchronized long lag() {
        return owners.stream().mapToLong(FeedOwner::lag).sum();
    }

    /** The partitions that are decided in this process and are ready for messages. */
    public synchronized Set<Integer> owned() {
        Set<Integer> owned = new TreeSet<>();
        owners.forEach(owner -> owned.addAll(owner.owned()));
        return owned;
    }
}
