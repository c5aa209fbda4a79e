package dev.countersign.ingest.feed.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Records that were handed to the producer together, until the broker took or refused each. */
public final class SendResult {

    private final CompletableFuture<List<ProducerRecord<byte[], byte[]>>> notTaken =
            new CompletableFuture<>();
    private final List<ProducerRecord<byte[], byte[]>> refused = new ArrayList<>();
    private int open;
    private @Nullable Exception trouble;

    public SendResult(int count) {
        open = count;
        if (count == 0) {
            notTaken.complete(List.of());
        }
    }

    public void send(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> outgoing) {
        var unused = producer.send(outgoing, (taken, failure) -> ended(outgoing, failure));
    }

    private synchronized void ended(
            ProducerRecord<byte[], byte[]> outgoing, @Nullable Exception failure) {
        if (failure != null) {
            refused.add(outgoing);
            trouble = failure;
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

    /** Returns the reason for which the last of them was not taken. */
    public synchronized Exception trouble() {
        if (trouble == null) {
            throw new IllegalStateException("all were taken");
        }
        return trouble;
    }
}
