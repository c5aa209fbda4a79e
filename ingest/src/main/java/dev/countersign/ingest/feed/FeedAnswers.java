package dev.countersign.ingest.feed;

import dev.countersign.ingest.codec.AnswerCodec;
import dev.countersign.reconcile.domain.transaction.Decision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Decisions as records of their topic, by card: the same bytes each time. */
final class FeedAnswers {

    private final AnswerCodec codec = new AnswerCodec();

    List<ProducerRecord<byte[], byte[]>> of(List<Decision> answers) {
        return answers.stream().map(this::of).toList();
    }

    private ProducerRecord<byte[], byte[]> of(Decision answer) {
        return new ProducerRecord<>(
                Topics.DECISIONS,
                answer.cardReference().getBytes(StandardCharsets.UTF_8),
                codec.write(answer));
    }
}
