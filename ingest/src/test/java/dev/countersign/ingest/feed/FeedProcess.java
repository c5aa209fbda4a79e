package dev.countersign.ingest.feed;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.countersign.ingest.IngestProperties;
import dev.countersign.ingest.codec.CodecOptions;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.service.FeedStores;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jdbi.v3.core.Jdbi;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.support.SendResult;

/**
 * The feed's owners in a process of their own, to be killed: from outside, or by itself after it
 * recorded a batch and before it answered it.
 */
final class FeedProcess {

    private FeedProcess() {}

    /**
     * Runs until it is killed.
     *
     * @param arguments JDBC address, brokers, name of this instance, and how many answers to give
     *     before the process kills itself on the way to the next (0 for never)
     */
    public static void main(String[] arguments) throws InterruptedException {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(arguments[0]);
        pool.setMaximumPoolSize(6);
        try (HikariDataSource dataSource = new HikariDataSource(pool)) {
            InstantSource clock = InstantSource.system();
            FeedService service =
                    new FeedService(
                            new IngestProperties(
                                    2,
                                    4,
                                    (short) 1,
                                    500,
                                    1_000,
                                    arguments[2],
                                    Set.of(),
                                    null,
                                    false,
                                    false,
                                    Set.of()),
                            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, arguments[1]),
                            template(arguments[1], Long.parseLong(arguments[3])),
                            new Database(Jdbi.create(dataSource)),
                            FeedStores.with(new FeedCodec(CodecOptions.DEFAULT, clock)),
                            clock,
                            new SimpleMeterRegistry());
            service.start();
            System.out.println("READY " + arguments[2]);
            new CountDownLatch(1).await();
        }
    }

    private static KafkaTemplate<byte[], byte[]> template(String brokers, long answersMax) {
        var factory =
                new DefaultKafkaProducerFactory<>(
                        Map.<String, Object>of(
                                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                brokers,
                                ProducerConfig.ACKS_CONFIG,
                                "all"),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
        AtomicLong answers = new AtomicLong();
        return new KafkaTemplate<>(factory) {
            @Override
            public CompletableFuture<SendResult<byte[], byte[]>> send(
                    ProducerRecord<byte[], byte[]> outgoing) {
                if (answersMax > 0 && answers.incrementAndGet() > answersMax) {
                    Runtime.getRuntime().halt(137);
                }
                return super.send(outgoing);
            }
        };
    }
}
