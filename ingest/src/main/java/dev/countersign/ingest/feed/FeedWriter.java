package dev.countersign.ingest.feed;

import dev.countersign.reconcile.service.DecidedBatch;
import dev.countersign.reconcile.service.FeedPosting;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Records the batches of one owner, one after the other, and answers each when it is recorded. An
 * answer that the broker does not take is sent again until it does: what was decided must be told.
 */
final class FeedWriter implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(FeedWriter.class);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final KafkaTemplate<byte[], byte[]> kafka;
    private final InstantSource clock;
    private final ExecutorService recorder;
    private final ExecutorService sender;
    private final Executor later =
            CompletableFuture.delayedExecutor(AGAIN_AFTER.toMillis(), TimeUnit.MILLISECONDS);
    private final CompletableFuture<Void> givenUp = new CompletableFuture<>();
    private final AtomicLong warnedNanos =
            new AtomicLong(System.nanoTime() - 2 * AGAIN_AFTER.toNanos());
    private volatile boolean closed;

    FeedWriter(String name, KafkaTemplate<byte[], byte[]> kafka, InstantSource clock) {
        this.kafka = kafka;
        this.clock = clock;
        this.recorder = thread(name);
        this.sender = thread(name + "-sends");
    }

    private static ExecutorService thread(String name) {
        return Executors.newSingleThreadExecutor(Thread.ofPlatform().name(name).daemon().factory());
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

    /**
     * Sends records until the broker has acknowledged all of them. A send blocks for a minute where
     * the broker is away: it has a thread of its own, so that neither the owner nor what is
     * recorded waits for it.
     */
    CompletableFuture<Void> answer(List<ProducerRecord<byte[], byte[]>> outbound) {
        return untilGivenUp(
                CompletableFuture.completedFuture(outbound)
                        .thenComposeAsync(this::sendAll, sender));
    }

    private CompletableFuture<Void> sendAll(List<ProducerRecord<byte[], byte[]>> outbound) {
        Sending sending = new Sending(outbound.size());
        var unused =
                kafka.execute(
                        producer -> {
                            outbound.forEach(outgoing -> sending.send(producer, outgoing));
                            producer.flush();
                            return true;
                        });
        return sending.notTaken()
                .thenCompose(
                        left ->
                                left.isEmpty()
                                        ? CompletableFuture.completedFuture(null)
                                        : sendAgain(left, sending.trouble()));
    }

    private CompletableFuture<Void> untilGivenUp(CompletableFuture<Void> done) {
        return CompletableFuture.anyOf(done, givenUp).thenApply(any -> null);
    }

    private CompletableFuture<Void> sendAgain(
            List<ProducerRecord<byte[], byte[]>> outbound, Throwable failure) {
        if (closed) {
            return CompletableFuture.failedFuture(failure);
        }
        long now = System.nanoTime();
        long before = warnedNanos.get();
        if (now - before > AGAIN_AFTER.toNanos() && warnedNanos.compareAndSet(before, now)) {
            log.warn("answers not taken, sending them again: {}", failure.getMessage());
        }
        return CompletableFuture.runAsync(() -> {}, later)
                .thenComposeAsync(done -> sendAll(outbound), sender);
    }

    /**
     * Takes nothing more. What is under way has a little time left; then nobody waits for it any
     * longer, though it may still be recorded.
     */
    @Override
    public void close() {
        closed = true;
        recorder.shutdown();
        CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .execute(this::giveUp);
    }

    private void giveUp() {
        givenUp.completeExceptionally(new CancellationException("closed"));
        var unsent = sender.shutdownNow();
        if (!unsent.isEmpty()) {
            log.info("answers left for the next start: batches={}", unsent.size());
        }
    }
}
