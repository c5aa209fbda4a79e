package dev.countersign.ingest.feed.decision;

import dev.countersign.reconcile.domain.feed.MessageKind;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.service.feed.DecidedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A batch whose answers go to the broker. It does not hold on to the rows of the batch: each
 * collection copies what is held.
 *
 * @param answered when the broker had acknowledged all that goes out for it
 */
public record PendingAnswer(
        List<OffsetRange> offsetRanges,
        List<Decision> answers,
        ArrivalFacts arrived,
        CompletableFuture<Instant> answered) {

    public static PendingAnswer of(
            DecidedBatch decided, ArrivalFacts arrived, CompletableFuture<Instant> answered) {
        return new PendingAnswer(decided.offsetRanges(), decided.answers(), arrived, answered);
    }

    /**
     * The facts about the messages that came in with the batch.
     *
     * @param brokerMillis when the broker took each message
     * @param kinds how many messages of each kind could be read
     */
    public record ArrivalFacts(List<Long> brokerMillis, Map<MessageKind, Integer> kinds) {

        public static ArrivalFacts of(
                List<ConsumerRecord<byte[], byte[]>> records, FeedBatch batch) {
            Map<MessageKind, Integer> kinds = new EnumMap<>(MessageKind.class);
            batch.entries().forEach(entry -> kinds.merge(entry.message().kind(), 1, Integer::sum));
            return new ArrivalFacts(
                    records.stream().map(ConsumerRecord::timestamp).toList(), kinds);
        }
    }
}
