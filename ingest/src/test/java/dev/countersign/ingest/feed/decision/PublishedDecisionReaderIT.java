package dev.countersign.ingest.feed.decision;

import static dev.countersign.reconcile.testkit.domain.MessageExample.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ingest.codec.DecisionCodec;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.ingest.testkit.FeedTopics;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.testkit.domain.MessageExample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** Answers that are on the topic are found, however many were given in the time before. */
class PublishedDecisionReaderIT {

    private static final String CARD = "card_01KM000000E0080000000000N7";
    private static final int KEPT_MAX = 500;
    private static final int LEAD = 3_000;
    private static final int ASKED_FOR = 1_500;
    private static final int BATCH = 50;

    @Test
    void findsEachAnswerBehindManyAndBesideRequestsThatHaveNone() throws Exception {
        new FeedTopics(TestKafka.clientFile(), 1).recreate();
        List<FeedEntry> requests = new ArrayList<>();
        for (int number = 0; number < LEAD + ASKED_FOR; number++) {
            requests.add(request("T" + number));
        }
        answer(requests);

        try (PublishedDecisionReader reader =
                new PublishedDecisionReader(
                        Topics.DECISIONS, PublishedDecisionReaderIT::consumer, KEPT_MAX)) {
            var none = reader.to(List.of(justNow()), List.of(request("of nobody")));
            assertThat(none.to(id(request("of nobody")))).isNull();
            for (int from = LEAD; from < requests.size(); from += BATCH) {
                List<FeedEntry> batch = new ArrayList<>(requests.subList(from, from + BATCH));
                batch.add(request("unanswered " + from));
                var published = reader.to(List.of(justNow()), batch);
                List<Decision> found = new ArrayList<>();
                for (FeedEntry entry : batch) {
                    Decision answer = published.to(id(entry));
                    if (answer != null) {
                        found.add(answer);
                    }
                }
                assertThat(found).as("from %d on", from).hasSize(BATCH);
                reader.forget(found);
            }
        }
    }

    private static FeedEntry request(String lifecycle) {
        MessageExample example = aRequest().onCard(CARD).ofLifecycle(lifecycle);
        return example.entry();
    }

    private static UUID id(FeedEntry entry) {
        return entry.message().header().messageId();
    }

    /** The feed's own record, of which the time alone is looked at. */
    private static ConsumerRecord<byte[], byte[]> justNow() {
        return new ConsumerRecord<>(
                Topics.FEED,
                0,
                0,
                System.currentTimeMillis(),
                TimestampType.CREATE_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                Optional.empty());
    }

    private static KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> config = new HashMap<>(TestKafka.clientSettings());
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, BATCH);
        return new KafkaConsumer<>(
                config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static void answer(List<FeedEntry> requests) {
        Map<String, Object> config = new HashMap<>(TestKafka.clientSettings());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        DecisionCodec codec = new DecisionCodec();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (FeedEntry request : requests) {
                Decision answer =
                        new Decision(
                                id(request),
                                CARD,
                                null,
                                1_000,
                                "EUR",
                                "00",
                                "ABC123",
                                null,
                                MessageExample.DECIDED,
                                null);
                var unused =
                        producer.send(new ProducerRecord<>(Topics.DECISIONS, codec.write(answer)));
            }
            producer.flush();
        }
    }
}
