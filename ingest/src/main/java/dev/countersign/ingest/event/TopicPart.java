package dev.countersign.ingest.event;

import dev.countersign.ingest.event.EventCodec.EventMark;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Marks of the events in a stretch of the topic, of which a part is read at once. */
final class TopicPart {

    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> reader;
    private final EventCodec codec;
    private final long deadline;
    private int pollsLeft;

    private final Set<String> ids = new HashSet<>();
    private final Map<String, Long> sequences = new HashMap<>();
    private boolean whole = true;

    /**
     * Nothing read yet.
     *
     * @param pollsMax answers of the broker that make a part
     * @param millisMax the time that a part takes, and a poll more
     */
    TopicPart(KafkaConsumer<byte[], byte[]> reader, EventCodec codec, int pollsMax, int millisMax) {
        this.reader = reader;
        this.codec = codec;
        this.pollsLeft = pollsMax;
        this.deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millisMax);
    }

    /**
     * Reads a partition, unless the part is long enough.
     *
     * @return the offset up to which it was read
     */
    long read(TopicPartition partition, long from, long to) {
        if (from >= to) {
            return to;
        }
        long reached = from;
        reader.assign(Set.of(partition));
        reader.seek(partition, from); // or where what is kept begins
        while (reached < to && pollsLeft > 0 && System.nanoTime() - deadline < 0) {
            reader.poll(POLL).records(partition).forEach(this::remember);
            reached = reader.position(partition);
            pollsLeft--;
        }
        reader.unsubscribe();
        whole = whole && reached >= to;
        return reached;
    }

    private void remember(ConsumerRecord<byte[], byte[]> event) {
        EventMark mark = codec.mark(event.value());
        if (mark != null) {
            ids.add(mark.id());
            sequences.merge(
                    new String(event.key(), StandardCharsets.UTF_8), mark.sequence(), Math::max);
        }
    }

    Set<String> ids() {
        return ids;
    }

    /** The last number under each key. */
    Map<String, Long> sequences() {
        return sequences;
    }

    /** True where all that was asked for was read. */
    boolean whole() {
        return whole;
    }
}
