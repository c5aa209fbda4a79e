package dev.countersign.ingest.feed.decision;

import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RepeatedFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.core.KafkaTemplate;

/**
 * Sends the answers of one owner, in their order. While the broker takes some, those of the next
 * batches wait, and then go together: a broker that is slow to flush gets fewer and larger requests
 * in the place of a queue. What it does not take is sent again until it does.
 *
 * <p>A send blocks for a minute where the broker is away: it has a thread of its own, so that
 * neither the owner nor what is recorded waits for it.
 */
final class DecisionSender {

    private static final Logger log = LoggerFactory.getLogger(DecisionSender.class);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);

    private final KafkaTemplate<byte[], byte[]> kafka;
    private final RepeatedFailure trouble;
    private final ExecutorService thread;
    private final Executor later =
            CompletableFuture.delayedExecutor(AGAIN_AFTER.toMillis(), TimeUnit.MILLISECONDS);
    private final Queue<WaitingDecisions> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    DecisionSender(String name, KafkaTemplate<byte[], byte[]> kafka, Outages outages) {
        this.kafka = kafka;
        trouble = new RepeatedFailure(outages);
        this.thread =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().name(name).daemon().factory());
    }

    private record WaitingDecisions(
            List<ProducerRecord<byte[], byte[]>> outbound,
            CompletableFuture<SendResult> handedOver) {}

    /** Done when the broker has acknowledged all of them. */
    CompletableFuture<Void> send(List<ProducerRecord<byte[], byte[]>> outbound) {
        CompletableFuture<SendResult> handedOver = new CompletableFuture<>();
        waiting.add(new WaitingDecisions(outbound, handedOver));
        thread.execute(this::sendWaiting);
        return handedOver.thenCompose(
                sending ->
                        sending.notTaken()
                                .thenCompose(
                                        left ->
                                                left.isEmpty()
                                                        ? taken()
                                                        : sendAgain(left, sending.failure())));
    }

    private CompletableFuture<Void> taken() {
        if (trouble.ends()) {
            log.info("answers are taken again");
        }
        return CompletableFuture.completedFuture(null);
    }

    private void sendWaiting() {
        List<WaitingDecisions> together = new ArrayList<>();
        for (WaitingDecisions next = waiting.poll(); next != null; next = waiting.poll()) {
            together.add(next);
        }
        if (together.isEmpty()) {
            return; // they went with those before
        }
        try {
            var unused =
                    kafka.execute(
                            producer -> {
                                for (WaitingDecisions batch : together) {
                                    SendResult sending = new SendResult(batch.outbound().size());
                                    batch.outbound()
                                            .forEach(record -> sending.send(producer, record));
                                    batch.handedOver().complete(sending);
                                }
                                producer.flush();
                                return true;
                            });
        } catch (RuntimeException e) {
            together.forEach(batch -> batch.handedOver().completeExceptionally(e));
        }
    }

    private CompletableFuture<Void> sendAgain(
            List<ProducerRecord<byte[], byte[]>> outbound, Throwable failure) {
        if (closed) {
            return CompletableFuture.failedFuture(failure);
        }
        if (trouble.begins(failure)) {
            log.warn("answers not taken, sending them again: {}", failure.getMessage());
        }
        return CompletableFuture.runAsync(() -> {}, later).thenCompose(done -> send(outbound));
    }

    /** Ends sending again: an answer that is not taken from now on is not sent again. */
    void close() {
        closed = true;
    }

    /** Sends nothing more. */
    void giveUp() {
        thread.shutdownNow();
        List<WaitingDecisions> left = List.copyOf(waiting);
        if (!left.isEmpty()) {
            log.info("answers left for the next start: batches={}", left.size());
        }
    }
}
