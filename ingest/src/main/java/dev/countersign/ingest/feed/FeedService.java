package dev.countersign.ingest.feed;

import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.feed.decision.DecisionMessages;
import dev.countersign.ingest.feed.decision.FeedWriter;
import dev.countersign.ingest.feed.decision.PublishedDecisionReader;
import dev.countersign.ingest.feed.group.FeedConsumers;
import dev.countersign.ingest.feed.group.FeedMembership;
import dev.countersign.ingest.feed.topic.FeedPositions;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.KafkaTemplate;

/** Starts the owners of the feed with the application and ends them before anything they need. */
public final class FeedService implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(FeedService.class);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    private final Topics topics;
    private final IngestProperties properties;
    private final FeedCodec codec;
    private final FeedConsumers consumers;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final Database database;
    private final FeedStores stores;
    private final InstantSource clock;
    private final FeedMetrics metrics;
    private final FeedTraces traces;
    private final Outages outages;
    private final List<FeedOwner> owners = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile boolean running;

    /**
     * Prepares the owners.
     *
     * @param kafkaConfig how consumers reach the broker
     * @param outages notified when a server does not answer
     */
    public FeedService(
            Topics topics,
            IngestProperties properties,
            FeedCodec codec,
            Map<String, Object> kafkaConfig,
            KafkaTemplate<byte[], byte[]> kafka,
            Database database,
            FeedStores stores,
            InstantSource clock,
            MeterRegistry registry,
            FeedTraces traces,
            Outages outages) {
        this.topics = topics;
        this.properties = properties;
        this.codec = codec;
        this.consumers =
                new FeedConsumers(
                        topics.decisionGroup(),
                        properties.instanceId(),
                        properties.sessionTimeout(),
                        properties.batchSizeMax(),
                        kafkaConfig);
        this.kafka = kafka;
        this.database = database;
        this.stores = stores;
        this.clock = clock;
        this.metrics = new FeedMetrics(registry);
        this.traces = traces;
        this.outages = outages;
        Gauge.builder("countersign.feed.lag", this, FeedService::lag)
                .description("Messages that wait to be taken, of the partitions owned here")
                .register(registry);
        Gauge.builder("countersign.feed.ready", this, feed -> feed.isReady() ? 1 : 0)
                .description("1 while this process decides whatever comes to it, else 0")
                .register(registry);
    }

    @Override
    public void start() {
        List<FeedOwner> started = startOwners();
        if (properties.warmUp()) {
            warmUp(started);
        }
    }

    private synchronized List<FeedOwner> startOwners() {
        for (int number = 0; number < properties.ownersHere(); number++) {
            FeedOwner owner = owner(number);
            owners.add(owner);
            threads.add(Thread.ofPlatform().name("feed-owner-" + number).start(owner));
        }
        running = true;
        return List.copyOf(owners);
    }

    /** Until an owner decides: messages that wait are the better rehearsal. */
    private void warmUp(List<FeedOwner> started) {
        Instant began = clock.instant();
        WarmUp warmUp = new WarmUp(codec, properties.messagePosting(), began);
        int messages = warmUp.run(() -> started.stream().noneMatch(FeedOwner::hasDecided));
        log.info(
                "warmed up: messages={} answer_bytes={} ms={}",
                messages,
                warmUp.written(),
                Duration.between(began, clock.instant()).toMillis());
    }

    private FeedOwner owner(int number) {
        return new FeedOwner(
                new FeedMembership(
                        topics.feed(), () -> consumers.named(number), consumers::unnamed),
                new FeedBatchReader(codec, topics),
                new FeedPosting(
                        database,
                        stores,
                        properties.messagePosting(),
                        clock,
                        properties.cardsAtHand()),
                new FeedPositions(database, stores.feed(), topics.feed()),
                new FeedWriter("feed-writer-" + number, kafka, clock, outages),
                new DecisionMessages(topics.decisions()),
                new PublishedDecisionReader(topics.decisions(), consumers::unattached),
                metrics,
                traces,
                outages);
    }

    @Override
    public synchronized void stop() {
        running = false;
        owners.forEach(FeedOwner::stop);
        long deadline = System.nanoTime() + STOP_PATIENCE.toNanos();
        for (Thread thread : threads) {
            try {
                Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
                if (!thread.join(left)) {
                    log.warn("{} did not end in time", thread.getName());
                }
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

    /** True unless an owner has ended that nobody told to: its partitions stand until a restart. */
    public boolean hasAllOwners() {
        return !running || threads.stream().allMatch(Thread::isAlive);
    }

    /** True when each owner decides what comes to it, be it nothing now. */
    public boolean isReady() {
        return running && owners.stream().allMatch(FeedOwner::isReady);
    }

    /**
     * Returns the number of messages that wait to be taken, of the partitions owned here; not a
     * number before it is known.
     */
    public double lag() {
        return owners.stream().mapToDouble(FeedOwner::lag).sum();
    }

    /** Returns the number of messages that were decided in this process so far. */
    public long decided() {
        return metrics.decided();
    }

    /** The partitions that are decided in this process and are ready for messages. */
    public Set<Integer> owned() {
        Set<Integer> owned = new TreeSet<>();
        owners.forEach(owner -> owned.addAll(owner.owned()));
        return owned;
    }
}
