package dev.countersign.ingest.feed;

import dev.countersign.ingest.codec.Repetition;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.EarlyArrivalStore;
import dev.countersign.reconcile.store.EarlyArrivalStore.Parked;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Sends increments again whose original has not come for ten minutes, as repetitions with a later
 * time: then they are decided for themselves. Only the feed moves the fold, so that the same feed
 * read again ends the same.
 */
public final class ParkedIncrements {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int BATCH_MAX = 500;

    private final Database database;
    private final EarlyArrivalStore early;
    private final KafkaTemplate<byte[], byte[]> kafka;
    private final InstantSource clock;

    public ParkedIncrements(
            Database database,
            EarlyArrivalStore early,
            KafkaTemplate<byte[], byte[]> kafka,
            InstantSource clock) {
        this.database = database;
        this.early = early;
        this.kafka = kafka;
        this.clock = clock;
    }

    /** Sends those again that have waited long enough; gives their number. */
    public int sendAgain() {
        Instant now = clock.instant();
        List<Parked> waiting =
                database.read(handle -> early.parkedBefore(handle, now.minus(PATIENCE), BATCH_MAX));
        for (Parked parked : waiting) {
            kafka.send(
                            new ProducerRecord<>(
                                    Topics.FEED,
                                    parked.card().toString().getBytes(StandardCharsets.UTF_8),
                                    Repetition.of(parked.payload(), timeOf(parked, now))))
                    .join();
        }
        return waiting.size();
    }

    /** Late enough for the card's own time, which may run ahead of ours. */
    private static Instant timeOf(Parked parked, Instant now) {
        Instant due = parked.arrivedAt().plus(PATIENCE).plusSeconds(1);
        return due.isAfter(now) ? due : now;
    }
}
