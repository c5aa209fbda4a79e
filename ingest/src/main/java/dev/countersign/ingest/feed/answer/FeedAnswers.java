package dev.countersign.ingest.feed.answer;

import dev.countersign.ingest.codec.AnswerCodec;
import dev.countersign.reconcile.domain.transaction.Decision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Decisions as records of their topic, by card: the same bytes each time. */
public final class FeedAnswers {

    private final String topic;
    private final AnswerCodec codec = new AnswerCodec();

    /** Records of a topic. */
    public FeedAnswers(String topic) {
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
