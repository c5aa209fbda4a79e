package dev.countersign.ingest.feed;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.support.SendResult;

/** Ends its process, as hard as a kill does, between what was recorded and its answer. */
final class HaltingTemplate extends KafkaTemplate<byte[], byte[]> {

    private static final int KILLED = 137;

    private final AtomicLong answers = new AtomicLong();
    private final long answersMax;

    HaltingTemplate(ProducerFactory<byte[], byte[]> producers, long answersMax) {
        super(producers);
        this.answersMax = answersMax;
    }

    @Override
    public CompletableFuture<SendResult<byte[], byte[]>> send(
            ProducerRecord<byte[], byte[]> outgoing) {
        if (answers.incrementAndGet() > answersMax) {
            Runtime.getRuntime().halt(KILLED);
        }
        return super.send(outgoing);
    }
}
