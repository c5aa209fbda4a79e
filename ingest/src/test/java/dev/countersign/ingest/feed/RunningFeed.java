package dev.countersign.ingest.feed;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.feed.decision.HaltingProducer;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.embedded.ClientFile;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.feed.FeedStores;
import dev.countersign.reconcile.testkit.PostgresExtension;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/** The feed as the product runs it, without the product around it. */
final class RunningFeed implements AutoCloseable {

    private static final long CONNECTION_WAIT_MS = 1_000;

    private final HikariDataSource dataSource;
    private final DefaultKafkaProducerFactory<byte[], byte[]> producers;
    private final FeedService service;
    private final MeterRegistry registry = new SimpleMeterRegistry();

    private RunningFeed(
            String jdbcUrl,
            Path clientFile,
            String instance,
            long answersMax,
            InstantSource clock) {
        Map<String, Object> client = ClientFile.read(clientFile);
        Map<String, Object> halting = new HashMap<>(client);
        halting.put(ProducerConfig.ACKS_CONFIG, "all");
        halting.put(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, HaltingProducer.class.getName());
        halting.put(HaltingProducer.ANSWERS_MAX, answersMax);
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(jdbcUrl);
        pool.setMaximumPoolSize(6);
        pool.setConnectionTimeout(CONNECTION_WAIT_MS);
        pool.setConnectionInitSql(FeedDatabase.SESSION_SQL);
        this.dataSource = new HikariDataSource(pool);
        this.producers =
                new DefaultKafkaProducerFactory<>(
                        halting, new ByteArraySerializer(), new ByteArraySerializer());
        producers.setPhysicalCloseTimeout(3);
        FeedCodec codec = new FeedCodec(CodecOptions.DEFAULT, clock);
        this.service =
                new FeedService(
                        Topics.UNPREFIXED,
                        properties(instance, 1),
                        codec,
                        client,
                        new KafkaTemplate<>(producers),
                        Database.over(dataSource),
                        FeedStores.with(codec),
                        clock,
                        registry,
                        FeedTraces.OFF,
                        Outages.UNREPORTED);
        service.start();
    }

    /** Two owners of four partitions, which are on so many brokers. */
    static IngestProperties properties(String instance, int replicas) {
        return new IngestProperties(
                2,
                4,
                (short) replicas,
                Duration.ofDays(7),
                Duration.ofDays(7),
                Duration.ofDays(30),
                500,
                1_000,
                instance,
                Duration.ofSeconds(6),
                Set.of(),
                null,
                false,
                false,
                Set.of(),
                Map.of(),
                false);
    }

    static RunningFeed start(String jdbcUrl, Path clientFile, String instance) {
        return start(jdbcUrl, clientFile, instance, InstantSource.system());
    }

    /** One with a clock of its own. */
    static RunningFeed start(
            String jdbcUrl, Path clientFile, String instance, InstantSource clock) {
        return new RunningFeed(jdbcUrl, clientFile, instance, 0, clock);
    }

    /** One that kills its process on the way to the next answer after so many. */
    static RunningFeed startHalting(
            String jdbcUrl, Path clientFile, String instance, long answersMax) {
        return new RunningFeed(jdbcUrl, clientFile, instance, answersMax, InstantSource.system());
    }

    /** The number of messages that a book has decided. */
    static long decided(PostgresExtension book) {
        return book.number("select coalesce(sum(next_offset), 0) from feed_position");
    }

    FeedService service() {
        return service;
    }

    MeterRegistry registry() {
        return registry;
    }

    @Override
    public void close() {
        service.stop();
        producers.destroy();
        dataSource.close();
    }
}
