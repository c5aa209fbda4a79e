package dev.countersign.ingest.feed.decision;

import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.feed.DecidedBatch;
import dev.countersign.reconcile.service.feed.FeedPosting;
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
 * Records the batches of one owner, and answers each when it is recorded: what was decided must be
 * told. Where messages pile up, the rows of a batch are written while the one before it is flushed
 * to the disk; they are recorded and answered one after the other all the same.
 */
public final class FeedWriter implements AutoCloseable {

    /** Maximum number of batches that are written at a time. */
    public static final int BATCHES_MAX = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /**
     * Maximum time that a batch waits for the one before it. What the batch has written keeps any
     * other writer from writing its messages, and that writer may be what the batch before waits
     * for.
     */
    private static final Duration TURN_MAX = Duration.ofSeconds(3);

    private final InstantSource clock;
    private final ExecutorService recorders;
    private final DecisionSender sender;
    private final CompletableFuture<Void> givenUp = new CompletableFuture<>();

    /**
     * Done when the last batch was recorded and its answers are on their way, or when nobody waits
     * for it any longer: what it is worth then, the position says.
     */
    private CompletableFuture<Void> inTurn = CompletableFuture.completedFuture(null);

    public FeedWriter(
            String name,
            KafkaTemplate<byte[], byte[]> kafka,
            InstantSource clock,
            Outages outages) {
        this.clock = clock;
        this.recorders =
                Executors.newFixedThreadPool(
                        BATCHES_MAX, Thread.ofPlatform().name(name + "-", 0).daemon().factory());
        this.sender = new DecisionSender(name + "-sends", kafka, outages);
    }

    /** Sends a decided batch on its way, behind those before it. */
    public PendingWrite start(
            FeedPosting posting,
            DecidedBatch decided,
            PendingAnswer.ArrivalFacts arrived,
            List<ProducerRecord<byte[], byte[]>> outbound) {
        CompletableFuture<Void> before = inTurn;
        CompletableFuture<Void> recorded =
                untilGivenUp(
                        CompletableFuture.runAsync(
                                () -> posting.record(decided, () -> await(before)), recorders));
        CompletableFuture<Void> handedOver = new CompletableFuture<>();
        CompletableFuture<Instant> answered =
                recorded.thenCompose(done -> answer(outbound, handedOver))
                        .thenApply(done -> clock.instant());
        inTurn =
                CompletableFuture.anyOf(handedOver, answered)
                        .thenRun(() -> {})
                        .exceptionally(failure -> null);
        return new PendingWrite(decided, recorded, PendingAnswer.of(decided, arrived, answered));
    }

    /** Answers, and says when the answers of the next batch can only come behind these. */
    private CompletableFuture<Void> answer(
            List<ProducerRecord<byte[], byte[]>> outbound, CompletableFuture<Void> handedOver) {
        CompletableFuture<Void> sending = answer(outbound);
        handedOver.complete(null);
        return sending;
    }

    private static void await(CompletableFuture<Void> before) {
        before.copy().orTimeout(TURN_MAX.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    /** Sends records until the broker has acknowledged all of them. */
    public CompletableFuture<Void> answer(List<ProducerRecord<byte[], byte[]>> outbound) {
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
        recorders.shutdown();
        CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .execute(this::giveUp);
    }

    private void giveUp() {
        givenUp.completeExceptionally(new CancellationException("closed"));
        sender.giveUp();
    }
}
