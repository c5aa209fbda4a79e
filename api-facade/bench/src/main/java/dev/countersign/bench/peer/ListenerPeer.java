package dev.countersign.bench.peer;

import dev.countersign.bench.load.AnswerKey;
import dev.countersign.bench.stage.BrokerClient;
import dev.countersign.bench.stage.DatabaseLogin;
import dev.countersign.ingest.feed.topic.Topics;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The competent listener: what a good engineer writes in a week. Cards, limits and what was spent
 * are in memory, read when it starts; a batch of requests is decided, copied into the product's
 * table in one transaction with its position in the feed, and answered.
 */
public final class ListenerPeer {

    /** Description of how this peer is made. */
    public static final String SETTINGS =
            """
            a batch consumer of up to 2,000 requests, cards, limits and spending in memory, COPY \
            BINARY into the product's own table in one transaction with the position, answers \
            after the commit; a thread and a connection a partition; limits only, no other check""";

    private static final String CARDS =
            """
            select card.id,
                   coalesce(rules.single_transaction_limit, 9223372036854775807),
                   coalesce(rules.daily_limit, 9223372036854775807),
                   coalesce(rules.monthly_limit, 9223372036854775807),
                   coalesce(spent.day, 0), coalesce(spent.month, 0)
              from card
              join card_rules rules
                on rules.card_id = card.id
               and rules.version = card.rules_version
              left join (select card_id,
                                sum(held_minor + cleared_minor) filter
                                    (where created_at >= date_trunc('day', now(), 'UTC')) as day,
                                sum(held_minor + cleared_minor) as month
                           from transaction
                          where created_at >= date_trunc('month', now(), 'UTC')
                          group by card_id) spent
                on spent.card_id = card.id
            """;

    private ListenerPeer() {}

    /** A card and what was spent with it on its newest day and month. */
    private static final class SpentCard {
        final long[] limits;
        int day;
        int month;
        long dayUsed;
        long monthUsed;

        SpentCard(
                long single, long daily, long monthly, LocalDate today, long ofDay, long ofMonth) {
            limits = new long[] {single, daily, monthly};
            day = (int) today.toEpochDay();
            month = month(today);
            dayUsed = ofDay;
            monthUsed = ofMonth;
        }

        static int month(LocalDate date) {
            return date.getYear() * 12 + date.getMonthValue();
        }

        TransactionRow.Decision decide(Request request) {
            LocalDate date = LocalDate.ofInstant(request.at, ZoneOffset.UTC);
            if (date.toEpochDay() != day) {
                day = (int) date.toEpochDay();
                dayUsed = 0;
            }
            if (month(date) != month) {
                month = month(date);
                monthUsed = 0;
            }
            var decision =
                    new TransactionRow.Decision(
                            request.minor <= limits[0]
                                    && dayUsed + request.minor <= limits[1]
                                    && monthUsed + request.minor <= limits[2],
                            dayUsed,
                            monthUsed);
            if (decision.approved()) {
                dayUsed += request.minor;
                monthUsed += request.minor;
            }
            return decision;
        }
    }

    /**
     * Runs until it is ended.
     *
     * @param arguments brokers, topic of answers, JDBC address
     */
    public static void run(List<String> arguments) throws Exception {
        String brokers = arguments.get(0);
        String url = arguments.get(2);
        Map<UUID, SpentCard> cards = cards(url);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        BrokerClient.with(
                                brokers,
                                Map.of("acks", "all", "batch.size", 262_144, "linger.ms", 5)),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
        int partitions = producer.partitionsFor(Topics.FEED).size();
        for (int i = 0; i < partitions; i++) {
            TopicPartition partition = new TopicPartition(Topics.FEED, i);
            Thread.ofPlatform()
                    .name("listener-" + i)
                    .start(
                            () -> {
                                try {
                                    listen(arguments, partition, cards, producer);
                                } catch (SQLException e) {
                                    throw new IllegalStateException("no database", e);
                                }
                            });
        }
        System.out.println("READY");
        Thread.currentThread().join();
    }

    private static Map<UUID, SpentCard> cards(String url) throws SQLException {
        Map<UUID, SpentCard> cards = new HashMap<>();
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        try (Connection connection = DatabaseLogin.at(url).getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(CARDS)) {
            while (row.next()) {
                cards.put(
                        row.getObject(1, UUID.class),
                        new SpentCard(
                                row.getLong(2),
                                row.getLong(3),
                                row.getLong(4),
                                today,
                                row.getLong(5),
                                row.getLong(6)));
            }
        }
        return cards;
    }

    private static void listen(
            List<String> arguments,
            TopicPartition partition,
            Map<UUID, SpentCard> cards,
            KafkaProducer<byte[], byte[]> producer)
            throws SQLException {
        TransactionRow rows = new TransactionRow();
        try (CopyStream copy =
                        new CopyStream(
                                arguments.get(2),
                                TransactionRow.COLUMNS,
                                Topics.FEED,
                                partition.partition());
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(
                                BrokerClient.with(
                                        arguments.get(0), Map.of("max.poll.records", 2_000)),
                                new ByteArrayDeserializer(),
                                new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, copy.begun());
            while (true) {
                List<byte[]> batch = new ArrayList<>();
                List<byte[]> keys = new ArrayList<>();
                Instant now = Instant.now();
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                    Request request = Request.read(record.value());
                    SpentCard card = cards.get(request.card);
                    if (card == null) {
                        throw new IllegalStateException("no card " + request.card);
                    }
                    batch.add(
                            rows.of(
                                    request,
                                    card.decide(request),
                                    record.partition(),
                                    record.offset(),
                                    now));
                    keys.add(AnswerKey.of(request.messageId));
                }
                if (!batch.isEmpty()) {
                    copy.write(batch, consumer.position(partition));
                    for (int i = 0; i < batch.size(); i++) {
                        var unused =
                                producer.send(
                                        new ProducerRecord<>(
                                                arguments.get(1), keys.get(i), batch.get(i)));
                    }
                }
            }
        }
    }
}
