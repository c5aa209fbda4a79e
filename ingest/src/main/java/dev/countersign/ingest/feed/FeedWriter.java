package dev.countersign.ingest.feed;

import dev.countersign.reconcile.service.DecidedBatch;
import dev.countersign.reconcile.service.FeedPosting;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Records the batches of one owner, one after the other, and answers each when it is recorded: what
 * was decided must be told.
 */
final class FeedWriter implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final InstantSource clock;
    private final ExecutorService recorder;
    private final AnswerSender sender;
    private final CompletableFuture<Void> givenUp = new CompletableFuture<>();

    FeedWriter(String name, KafkaTemplate<byte[], byte[]> kafka, InstantSource clock) {
        this.clock = clock;
        this.recorder =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().name(name).daemon().factory());
        this.sender = new AnswerSender(name + "-sends", kafka);
    }

    /** Sends a decided batch on its way. */
    Flight start(
            FeedPosting posting,
            DecidedBatch decided,
            Flight.Arrived arrived,
            List<ProducerRecord<byte[], byte[]>> outbound) {
        CompletableFuture<Void> recorded =
                untilGivenUp(CompletableFuture.runAsync(() -> posting.record(decided), recorder));
        CompletableFuture<Instant> answered =
                recorded.thenCompose(done -> answer(outbound)).thenApply(done -> clock.instant());
        return new Flight(decided, arrived, recorded, answered);
    }

    /** Sends records until the broker has acknowledged all of them. */
    CompletableFuture<Void> answer(List<ProducerRecord<byte[], byte[]>> outbound) {
        return untilGivenUp(sender.send(outbound));
    }

    private CompletableFuture<Void> untilGivenUp(CompletableFuture<Void> done) {
        return CompletableFuture.anyOf(done, givenUp).thenApply(any -> null);
    }

    /**
     * Takes nothing more. What is under way has a little time left; then nobody waits for it any
     * longer, though it may still be recorded.
     */
    @Override
    public void close() {
        sender.close();
        recorder.shutdown();
        CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .execute(this::giveUp);
    }

    private void giveUp() {
        givenUp.completeExceptionally(new CancellationException("closed"));
        sender.giveUp();
    }
}
