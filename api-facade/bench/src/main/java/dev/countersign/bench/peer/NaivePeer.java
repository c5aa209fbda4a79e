package dev.countersign.bench.peer;

import dev.countersign.bench.load.AnswerKey;
import dev.countersign.bench.stage.BrokerClient;
import dev.countersign.bench.stage.DatabaseLogin;
import dev.countersign.ingest.feed.topic.Topics;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The peer that most engineers would write first: a listener that takes one record, looks up the
 * card and its spending, inserts the decision, counts it, and commits. Its statements stay prepared
 * on one connection. It sends its answers without waiting and commits its offsets by the batch.
 */
public final class NaivePeer {

    /** Description of how this peer is made. */
    public static final String SETTINGS =
            """
            one record, one transaction: one look-up of card, rules and usage, one insert, one \
            upsert of the usage, commit; prepared statements on one connection, answers sent \
            asynchronously, offsets committed by the batch""";

    private static final String LOOK_UP =
            """
            select card.account_id, card.customer_id, rules.daily_limit, rules.monthly_limit,
                   coalesce(used.day_minor, 0), coalesce(used.month_minor, 0)
              from card
              join card_rules rules
                on rules.card_id = card.id
               and rules.version = card.rules_version
              left join peer_usage used
                on used.card_id = card.id
               and used.day = ?
             where card.id = ?
            """;

    private static final String INSERT =
            """
            insert into transaction (id, identity, payload_hash, message_id, account_id, mode,
                                     card_id, customer_id, origin, type, status, amount_minor,
                                     currency, requested_minor, approved_minor, held_minor,
                                     cleared_minor, reversed_minor, expired_minor, refunded_minor,
                                     increments, merchant_amount_minor, merchant_currency,
                                     merchant_id, merchant_name, merchant_mcc, merchant_city,
                                     merchant_country, channel, network, network_txn_id, stan, rrn,
                                     acquirer_id, decided_minor, response_code, approval_code,
                                     rules_version, day_used_minor, month_used_minor, skewed,
                                     hold_until, version, feed_partition, feed_offset, created_at,
                                     decided_at)
            values (?, ?, ?, ?, ?, 'sandbox', ?, ?, 'request', 'purchase', 'authorized', ?, ?, ?, ?,
                    ?, 0, 0, 0, 0, 0, ?, ?, ?, ?, ?, ?, ?, 'in_store', 'visa', ?, ?, ?, ?, ?, '00',
                    ?, 1, ?, ?, false, ?, 1, ?, ?, ?, ?)
            """;

    private static final String COUNT =
            """
            insert into peer_usage (card_id, day, day_minor, month_minor)
            values (?, ?, ?, ?)
                on conflict (card_id, day) do update
               set day_minor = peer_usage.day_minor + excluded.day_minor,
                   month_minor = peer_usage.month_minor + excluded.month_minor
            """;

    private NaivePeer() {}

    /**
     * Runs until it is ended.
     *
     * @param arguments brokers, group, topic of answers, JDBC address
     */
    public static void run(List<String> arguments) throws SQLException {
        String brokers = arguments.get(0);
        try (Connection connection = DatabaseLogin.at(arguments.get(3)).getConnection();
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(
                                BrokerClient.with(
                                        brokers,
                                        Map.of(
                                                "group.id",
                                                arguments.get(1),
                                                "auto.offset.reset",
                                                "earliest",
                                                "enable.auto.commit",
                                                false,
                                                "max.poll.records",
                                                500)),
                                new ByteArrayDeserializer(),
                                new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(
                                BrokerClient.with(brokers, Map.of("acks", "all")),
                                new ByteArraySerializer(),
                                new ByteArraySerializer())) {
            try (var statement = connection.createStatement()) {
                statement.execute(
                        """
                        create table peer_usage (
                            card_id     uuid,
                            day         date,
                            day_minor   bigint,
                            month_minor bigint,
                            primary key (card_id, day)
                        ) with (fillfactor = 50)
                        """);
            }
            connection.setAutoCommit(false);
            consumer.subscribe(List.of(Topics.FEED));
            listen(connection, consumer, producer, arguments.get(2));
        }
    }

    private static void listen(
            Connection connection,
            KafkaConsumer<byte[], byte[]> consumer,
            KafkaProducer<byte[], byte[]> producer,
            String answers)
            throws SQLException {
        try (PreparedStatement lookUp = connection.prepareStatement(LOOK_UP);
                PreparedStatement insert = connection.prepareStatement(INSERT);
                PreparedStatement count = connection.prepareStatement(COUNT)) {
            while (true) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                    Request request = Request.read(record.value());
                    decide(request, record, lookUp, insert, count);
                    connection.commit();
                    byte[] key = AnswerKey.of(request.messageId);
                    var unused = producer.send(new ProducerRecord<>(answers, key, new byte[] {1}));
                }
                consumer.commitAsync();
            }
        }
    }

    private static void decide(
            Request request,
            ConsumerRecord<byte[], byte[]> record,
            PreparedStatement lookUp,
            PreparedStatement insert,
            PreparedStatement count)
            throws SQLException {
        LocalDate day = LocalDate.ofInstant(request.at, ZoneOffset.UTC);
        lookUp.setObject(1, day);
        lookUp.setObject(2, request.card);
        UUID account;
        UUID customer;
        long dayUsed;
        long monthUsed;
        try (ResultSet card = lookUp.executeQuery()) {
            card.next();
            account = card.getObject(1, UUID.class);
            customer = card.getObject(2, UUID.class);
            dayUsed = card.getLong(5);
            monthUsed = card.getLong(6);
            if (dayUsed + request.minor > card.getLong(3)
                    || monthUsed + request.minor > card.getLong(4)) {
                throw new IllegalStateException("the limits of the benchmark are never reached");
            }
        }
        Object[] values = {
            new UUID(
                    (request.at.toEpochMilli() << 16) | 0x7000L,
                    request.messageId.getLeastSignificantBits()),
            new UUID(request.messageId.getLeastSignificantBits(), request.card.hashCode()),
            (long) request.messageId.hashCode(),
            request.messageId,
            account,
            request.card,
            customer,
            request.minor,
            request.currency,
            request.minor,
            request.minor,
            request.minor,
            request.merchantMinor,
            request.merchantCurrency,
            request.merchantId,
            request.merchantName,
            request.mcc,
            request.city,
            request.country,
            request.networkTxnId,
            request.stan,
            request.rrn,
            request.acquirerId,
            request.minor,
            request.stan,
            dayUsed,
            monthUsed,
            day.plusDays(5),
            record.partition(),
            record.offset(),
            Timestamp.from(request.at),
            new Timestamp(record.timestamp()),
        };
        for (int i = 0; i < values.length; i++) {
            insert.setObject(i + 1, values[i]);
        }
        insert.executeUpdate();
        count.setObject(1, request.card);
        count.setObject(2, day);
        count.setLong(3, request.minor);
        count.setLong(4, request.minor);
        count.executeUpdate();
    }
}
