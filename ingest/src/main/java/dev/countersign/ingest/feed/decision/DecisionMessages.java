package dev.countersign.ingest.feed.decision;

import dev.countersign.ingest.codec.DecisionCodec;
import dev.countersign.reconcile.domain.transaction.Decision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Decisions as records of their topic, by card: the same bytes each time. */
public final class DecisionMessages {

    private final String topic;
    private final DecisionCodec codec = new DecisionCodec();

    /** Records of a topic. */
    public DecisionMessages(String topic) {
        this.topic = topic;
    }

    public List<ProducerRecord<byte[], byte[]>> of(List<Decision> answers) {
        return answers.stream().map(this::of).toList();
    }

    private ProducerRecord<byte[], byte[]> of(Decision answer) {
        return new ProducerRecord<>(
                topic,
                answer.cardReference().getBytes(StandardCharsets.UTF_8),
                codec.write(answer));
    }
}
