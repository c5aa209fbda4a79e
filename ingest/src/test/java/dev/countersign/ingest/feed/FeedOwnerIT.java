package dev.countersign.ingest.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.feed.decision.DecisionMessages;
import dev.countersign.ingest.feed.decision.FeedWriter;
import dev.countersign.ingest.feed.decision.PublishedDecisionReader;
import dev.countersign.ingest.feed.group.FeedConsumers;
import dev.countersign.ingest.feed.group.FeedMembership;
import dev.countersign.ingest.feed.topic.FeedPositions;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.feed.FeedPosting;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.testkit.Patience;
import dev.countersign.reconcile.testkit.PostgresExtension;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/** One owner of the feed, whose name another process takes. */
class FeedOwnerIT {

    private static final int PARTITIONS = 4;
    private static final Duration MOMENT = Duration.ofMillis(50);

    @RegisterExtension static final PostgresExtension POSTGRES = new PostgresExtension();

    private final IngestProperties properties = RunningFeed.properties("twice", 1);
    private final FeedConsumers consumers =
            new FeedConsumers(
                    Topics.DECISION_GROUP,
                    properties.instanceId(),
                    properties.sessionTimeout(),
                    properties.batchSizeMax(),
                    TestKafka.clientSettings());
    private final DefaultKafkaProducerFactory<byte[], byte[]> producers =
            new DefaultKafkaProducerFactory<>(
                    TestKafka.clientSettings(),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());

    @AfterEach
    void closeProducers() {
        producers.destroy();
    }

    @Test
    void goesOnUnderNoNameHoweverOftenThatFailsAtFirst() throws Exception {
        new FeedTopics(TestKafka.clientFile(), PARTITIONS).recreate();
        AtomicInteger tries = new AtomicInteger();
        FeedOwner owner =
                owner(
                        () -> {
                            if (tries.incrementAndGet() <= 2) {
                                throw new KafkaException("no address of a broker can be resolved");
                            }
                            return consumers.unnamed();
                        });
        Thread thread = Thread.ofPlatform().start(owner);
        Patience.until(() -> owner.owned().size() == PARTITIONS);

        Consumer<byte[], byte[]> namesake = consumers.named(0);
        namesake.subscribe(List.of(Topics.FEED));
        Patience.until(
                () -> {
                    namesake.poll(MOMENT);
                    return tries.get() == 3
                            && owner.owned().size() == PARTITIONS / 2
                            && namesake.assignment().size() == PARTITIONS / 2;
                });
        namesake.close(CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
        Patience.until(() -> owner.owned().size() == PARTITIONS);

        owner.stop();
        assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }

    private FeedOwner owner(Supplier<Consumer<byte[], byte[]>> unnamed) {
        InstantSource clock = InstantSource.system();
        FeedCodec codec = new FeedCodec(CodecOptions.DEFAULT, clock);
        Database database = Database.over(POSTGRES.dataSource());
        FeedStores stores = FeedStores.with(codec);
        return new FeedOwner(
                new FeedMembership(Topics.FEED, () -> consumers.named(0), unnamed),
                new FeedBatchReader(codec, Topics.UNPREFIXED),
                new FeedPosting(
                        database,
                        stores,
                        properties.messagePosting(),
                        clock,
                        properties.cardsAtHand()),
                new FeedPositions(database, stores.feed(), Topics.FEED),
                new FeedWriter("writer", new KafkaTemplate<>(producers), clock, Outages.UNREPORTED),
                new DecisionMessages(Topics.DECISIONS),
                new PublishedDecisionReader(Topics.DECISIONS, consumers::unattached),
                new FeedMetrics(new SimpleMeterRegistry()),
                FeedTraces.OFF,
                Outages.UNREPORTED);
    }
}
