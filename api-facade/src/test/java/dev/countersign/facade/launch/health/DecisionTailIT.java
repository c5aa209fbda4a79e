package dev.countersign.facade.launch.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.facade.console.now.DecisionCounts;
import dev.countersign.facade.console.now.Decline;
import dev.countersign.ingest.testkit.TestKafka;
import dev.countersign.reconcile.service.SystemTime;
import dev.countersign.reconcile.testkit.Patience;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class DecisionTailIT {

    private static final String APPROVED = "\"response_code\":\"00\",\"decline_reason\":null}";
    private static final String DECLINED =
            "\"response_code\":\"61\",\"decline_reason\":\"spending_limit_exceeded\"}";
    private static final int PARTITIONS = 3;

    @Test
    void countsWhatIsAnsweredWhileItIsOpen() throws Exception {
        String topic = TestKafka.newTopic("decisions", PARTITIONS);
        DecisionTail tail = tail(topic, TestKafka.clientSettings());
        write(topic, List.of(APPROVED, APPROVED));
        tail.open();
        Patience.until(() -> tail.counts().isPresent());
        assertThat(tail.counts().orElseThrow().decided()).as("before it was opened").isZero();

        write(topic, List.of(APPROVED, DECLINED, APPROVED, "no answer at all"));
        Patience.until(() -> tail.counts().map(DecisionCounts::approved).orElse(0L) == 2);

        DecisionCounts counts = tail.counts().orElseThrow();
        assertThat(counts.decided()).isEqualTo(4);
        assertThat(counts.declined())
                .isEqualTo(Map.of(new Decline("spending_limit_exceeded", "61"), 1L));
        tail.close();
        assertThat(tail.counts()).isEmpty();
    }

    @Test
    void knowsNothingWithoutABrokerAndEndsAllTheSame() throws Exception {
        DecisionTail tail = tail("decisions", Map.of("bootstrap.servers", "127.0.0.1:1"));
        tail.open();
        Thread.sleep(Duration.ofMillis(1_500));
        assertThat(tail.counts()).isEmpty();

        tail.close();

        Patience.until(
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(each -> each.getName().equals("console-decisions")));
    }

    private static DecisionTail tail(String topic, Map<String, Object> client) {
        return new DecisionTail(topic, client, SystemTime.clock());
    }

    /** One on each partition, in turn; the offsets count all, the bytes say what they are. */
    private static void write(String topic, List<String> endings) {
        try (var producer =
                new KafkaProducer<>(
                        TestKafka.clientSettings(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            for (int i = 0; i < endings.size(); i++) {
                String text =
                        "{\"in_reply_to\":\"" + i + "\",\"approved_amount\":0," + endings.get(i);
                var unused =
                        producer.send(
                                new ProducerRecord<>(
                                        topic,
                                        i % PARTITIONS,
                                        null,
                                        text.getBytes(StandardCharsets.UTF_8)));
            }
            producer.flush();
        }
    }
}
