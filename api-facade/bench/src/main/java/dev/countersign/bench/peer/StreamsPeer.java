package dev.countersign.bench.peer;

import dev.countersign.bench.load.AnswerKey;
import dev.countersign.bench.stage.BrokerClient;
import dev.countersign.ingest.feed.topic.Topics;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * The strongest of the peers: Kafka Streams, exactly once, with what each card spent in memory or
 * in RocksDB, and a sink that copies the decisions into PostgreSQL as their transactions commit.
 * Its rules are constants, its rows are built once and copied as they are, and its answer is the
 * row itself.
 */
public final class StreamsPeer {

    /** Description of how this peer is made. */
    public static final String SETTINGS =
            """
            exactly_once_v2, 64 MB of cache and a changelog, producer batches of 256 KB, 6 s \
            sessions""";

    private static final long DAY_MAX = 1_000_000_000L;
    private static final long MONTH_MAX = 10_000_000_000L;
    private static final int SESSION_MS = 6_000;
    private static final String STORE = "spent";

    private StreamsPeer() {}

    /**
     * Runs until it is ended.
     *
     * @param arguments brokers, application, topic of rows, directory of state, the JDBC address of
     *     the sink or "none", the {@link Membership}, and the words of the {@link StreamsForm}
     */
    public static void run(List<String> arguments) throws Exception {
        String brokers = arguments.get(0);
        String rows = arguments.get(2);
        String sink = arguments.get(4);
        StreamsForm form = StreamsForm.read(arguments.subList(6, arguments.size()));
        Properties config = config(brokers, arguments.get(1), arguments.get(3), form);
        if (Membership.valueOf(arguments.get(5)) == Membership.STANDING) {
            config.put(
                    StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), "peer");
        }
        KafkaStreams streams = new KafkaStreams(topology(rows, form.inMemory()), config);
        CountDownLatch ready = new CountDownLatch(1);
        streams.setStateListener(
                (now, before) -> {
                    if (now == KafkaStreams.State.RUNNING) {
                        ready.countDown();
                    } else if (now == KafkaStreams.State.ERROR) {
                        // It would stay, and be measured as one that is slow.
                        Runtime.getRuntime().halt(1);
                    }
                });
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> streams.close(Duration.ofSeconds(5))));
        streams.start();
        ready.await();
        if (!sink.equals("none")) {
            startSinks(brokers, rows, sink);
        }
        System.out.println("READY");
        Thread.currentThread().join();
    }

    private static Properties config(
            String brokers, String application, String directory, StreamsForm form) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
        config.putAll(BrokerClient.with(brokers, Map.of()));
        config.put(StreamsConfig.STATE_DIR_CONFIG, directory);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, form.commitMs());
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, form.threads());
        config.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 64L << 20);
        config.put(
                StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_MS);
        config.put(
                StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
                SESSION_MS / 3);
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 2_000);
        config.put(
                StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        config.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 262_144);
        config.put(
                StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG),
                form.commitMs() < 100 ? 0 : 5);
        return config;
    }

    private static Topology topology(String rows, boolean inMemory) {
        ByteArrayDeserializer in = new ByteArrayDeserializer();
        ByteArraySerializer out = new ByteArraySerializer();
        return new Topology()
                .addSource("feed", in, in, Topics.FEED)
                .addProcessor("decide", DecisionProcessor::new, "feed")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                        inMemory
                                                ? Stores.inMemoryKeyValueStore(STORE)
                                                : Stores.persistentKeyValueStore(STORE),
                                        Serdes.ByteArray(),
                                        Serdes.ByteArray())
                                .withCachingEnabled()
                                .withLoggingEnabled(Map.of()),
                        "decide")
                .addSink("rows", rows, out, out, "decide");
    }

    /** One card's spending: the day and the month it is of, and how much. */
    private static final class DecisionProcessor
            implements Processor<byte[], byte[], byte[], byte[]> {

        private static final int STATE_BYTES = 24;

        private final TransactionRow rows = new TransactionRow();
        private @Nullable ProcessorContext<byte[], byte[]> context;
        private @Nullable KeyValueStore<byte[], byte[]> store;

        @Override
        public void init(ProcessorContext<byte[], byte[]> given) {
            context = given;
            store = given.getStateStore(STORE);
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            ProcessorContext<byte[], byte[]> here = Objects.requireNonNull(context);
            KeyValueStore<byte[], byte[]> spent = Objects.requireNonNull(store);
            Request request = Request.read(record.value());
            LocalDate date = LocalDate.ofInstant(request.at, ZoneOffset.UTC);
            int day = (int) date.toEpochDay();
            int month = date.getYear() * 12 + date.getMonthValue();
            byte[] before = spent.get(record.key());
            ByteBuffer state = before == null ? null : ByteBuffer.wrap(before);
            long dayUsed = state != null && state.getInt(0) == day ? state.getLong(8) : 0;
            long monthUsed = state != null && state.getInt(4) == month ? state.getLong(16) : 0;
            boolean approved =
                    dayUsed + request.minor <= DAY_MAX && monthUsed + request.minor <= MONTH_MAX;
            if (approved) {
                spent.put(
                        record.key(),
                        ByteBuffer.allocate(STATE_BYTES)
                                .putInt(day)
                                .putInt(month)
                                .putLong(dayUsed + request.minor)
                                .putLong(monthUsed + request.minor)
                                .array());
            }
            RecordMetadata written = here.recordMetadata().orElseThrow();
            byte[] row =
                    rows.of(
                            request,
                            new TransactionRow.Decision(approved, dayUsed, monthUsed),
                            written.partition(),
                            written.offset(),
                            Instant.ofEpochMilli(here.currentSystemTimeMs()));
            here.forward(new Record<>(AnswerKey.of(request.messageId), row, record.timestamp()));
        }
    }

    // ---- the sink

    private static void startSinks(String brokers, String topic, String url) {
        KafkaConsumer<byte[], byte[]> asked = consumer(brokers);
        int partitions = asked.partitionsFor(topic).size();
        asked.close();
        for (int i = 0; i < partitions; i++) {
            TopicPartition partition = new TopicPartition(topic, i);
            Thread.ofPlatform().name("sink-" + i).start(() -> sink(brokers, partition, url));
        }
    }

    private static void sink(String brokers, TopicPartition partition, String url) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(brokers);
                CopyStream copy =
                        new CopyStream(
                                url, TransactionRow.COLUMNS, "peer", partition.partition())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long written = copy.begun();
            while (true) {
                List<byte[]> rows = new ArrayList<>();
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                    rows.add(record.value());
                }
                if (!rows.isEmpty()) {
                    written += rows.size();
                    copy.write(rows, written);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the sink has no database", e);
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String brokers) {
        return new KafkaConsumer<>(
                BrokerClient.with(
                        brokers,
                        Map.of(
                                "isolation.level",
                                "read_committed",
                                "max.poll.records",
                                2_000,
                                "fetch.max.wait.ms",
                                50)),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
