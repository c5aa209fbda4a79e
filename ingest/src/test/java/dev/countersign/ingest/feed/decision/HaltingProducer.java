package dev.countersign.ingest.feed.decision;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Ends its process, as hard as a kill does, between what was recorded and its answer. */
public final class HaltingProducer implements ProducerInterceptor<byte[], byte[]> {

    /** After how many answers; 0 for never. */
    public static final String ANSWERS_MAX = "test.answers-max";

    private static final int KILLED = 137;

    private long answersMax;
    private long answers;

    @Override
    public void configure(Map<String, ?> config) {
        answersMax = (Long) config.get(ANSWERS_MAX);
    }

    @Override
    public synchronized ProducerRecord<byte[], byte[]> onSend(
            ProducerRecord<byte[], byte[]> outgoing) {
        answers++;
        if (answersMax > 0 && answers > answersMax) {
            Runtime.getRuntime().halt(KILLED);
        }
        return outgoing;
    }

    @Override
    public void onAcknowledgement(RecordMetadata taken, Exception failure) {}

    @Override
    public void close() {}
}
