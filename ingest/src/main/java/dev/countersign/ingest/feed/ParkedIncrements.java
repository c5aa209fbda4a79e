package dev.countersign.ingest.feed;

import dev.countersign.ingest.codec.Repetition;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.transaction.EarlyArrival;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.feed.EarlyArrivalStore;
import dev.countersign.reconcile.store.feed.EarlyArrivalStore.ParkedIncrement;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Sends increments again whose original has not come for ten minutes, as repetitions with a later
 * time: then they are decided for themselves. Only the feed moves the fold, so that the same feed
 * read again ends the same.
 */
public final class ParkedIncrements {

    private static final int BATCH_MAX = 500;

    private static final Logger log = LoggerFactory.getLogger(ParkedIncrements.class);

    private final Database database;
    private final EarlyArrivalStore early;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final InstantSource clock;
    private final String feed;

    public ParkedIncrements(
            Database database,
            EarlyArrivalStore early,
            KafkaTemplate<byte[], byte[]> kafka,
            InstantSource clock,
            Topics topics) {
        this.database = database;
        this.early = early;
        this.kafka = kafka;
        this.clock = clock;
        this.feed = topics.feed();
    }

    /** Sends those again that have waited long enough. */
    public void sendAgain() {
        Instant now = clock.instant();
        List<ParkedIncrement> waiting =
                database.read(
                        handle ->
                                early.parkedBefore(
                                        handle,
                                        now.minus(EarlyArrival.INCREMENT_PATIENCE),
                                        BATCH_MAX));
        if (waiting.isEmpty()) {
            return;
        }
        int partitions = kafka.partitionsFor(feed).size();
        for (ParkedIncrement parked : waiting) {
            kafka.send(
                            new ProducerRecord<>(
                                    feed,
                                    partitionOf(parked, partitions),
                                    parked.card().toString().getBytes(StandardCharsets.UTF_8),
                                    Repetition.of(parked.payload(), timeOf(parked, now))))
                    .join();
        }
        log.info(
                "increments without their original are decided for themselves: {}", waiting.size());
    }

    /**
     * The partition it came on, whose owner has the card: whoever sent it may spread keys in a way
     * of their own. In a topic that was made anew with fewer partitions, the key decides.
     */
    private static @Nullable Integer partitionOf(ParkedIncrement parked, int partitions) {
        return parked.partition() < partitions ? parked.partition() : null;
    }

    /** Late enough for the card's own time, which may run ahead of ours. */
    private static Instant timeOf(ParkedIncrement parked, Instant now) {
        Instant due = parked.arrivedAt().plus(EarlyArrival.INCREMENT_PATIENCE).plusSeconds(1);
        return due.isAfter(now) ? due : now;
    }
}
