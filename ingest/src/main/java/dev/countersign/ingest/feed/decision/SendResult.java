package dev.countersign.ingest.feed.decision;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Records that were handed to the producer together, until the broker took or refused each. */
public final class SendResult {

    private final CompletableFuture<List<ProducerRecord<byte[], byte[]>>> notTaken =
            new CompletableFuture<>();
    private final List<ProducerRecord<byte[], byte[]>> refused = new ArrayList<>();
    private final Map<Integer, Long> ends = new HashMap<>();
    private int open;
    private @Nullable Exception trouble;

    public SendResult(int count) {
        open = count;
        if (count == 0) {
            notTaken.complete(List.of());
        }
    }

    public void send(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> outgoing) {
        var unused = producer.send(outgoing, (taken, failure) -> ended(outgoing, taken, failure));
    }

    private synchronized void ended(
            ProducerRecord<byte[], byte[]> outgoing,
            RecordMetadata taken,
            @Nullable Exception failure) {
        if (failure != null) {
            refused.add(outgoing);
            trouble = failure;
        } else {
            ends.merge(taken.partition(), taken.offset() + 1, Math::max);
        }
        open--;
        if (open == 0) {
            notTaken.complete(List.copyOf(refused));
        }
    }

    /** Done when the last one ended; gives those that the broker did not take, in their order. */
    public CompletableFuture<List<ProducerRecord<byte[], byte[]>>> notTaken() {
        return notTaken;
    }

    /**
     * Returns the end of each partition of the topic once the broker took them.
     *
     * @param before the ends, by the number of the partition
     */
    public synchronized List<Long> endsAfter(List<Long> before) {
        List<Long> after = new ArrayList<>(before);
        ends.forEach(
                (partition, end) -> {
                    while (after.size() <= partition) {
                        after.add(0L);
                    }
                    after.set(partition, end);
                });
        return after;
    }

    /** Returns the reason for which the last of them was not taken. */
    public synchronized Exception failure() {
        if (trouble == null) {
            throw new IllegalStateException("all were taken");
        }
        return trouble;
    }
}
