package dev.countersign.ingest.feed.decision;

import dev.countersign.reconcile.service.feed.DecidedBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Batches that are decided and not yet answered, oldest first: those that are being recorded, and
 * those whose answers are on their way. It belongs to one owner and its thread.
 */
public final class UnansweredBatches {

    private static final int UNANSWERED_MAX = 64;

    /** Maximum time that an owner that ends waits for each of the database and the broker. */
    public static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Deque<PendingWrite> unrecorded = new ArrayDeque<>();
    private final Deque<PendingAnswer> unanswered = new ArrayDeque<>();
    private final Consumer<PendingAnswer> recorded;
    private final Consumer<PendingAnswer> answered;

    /**
     * None so far.
     *
     * @param recorded is told of each batch that is recorded
     * @param answered is told of each batch that is answered
     */
    public UnansweredBatches(Consumer<PendingAnswer> recorded, Consumer<PendingAnswer> answered) {
        this.recorded = recorded;
        this.answered = answered;
    }

    /** Adds one that was handed to the writer. Waits where too many are not answered. */
    public void add(PendingWrite batch) {
        unrecorded.addLast(batch);
        unanswered.addLast(batch.answering());
        if (unanswered.size() > UNANSWERED_MAX) {
            unanswered.getFirst().answered().join();
        }
    }

    /** Those that are being recorded. */
    public List<DecidedBatch> unrecorded() {
        return unrecorded.stream().map(PendingWrite::decided).toList();
    }

    /** Waits until no more are being recorded than these; throws what kept one out. */
    public void awaitRecorded(int left) {
        while (unrecorded.size() > left) {
            takeRecorded();
        }
    }

    /** Takes note of what is recorded by now, and of what is answered; throws what kept one out. */
    public void confirm() {
        while (!unrecorded.isEmpty() && unrecorded.getFirst().recorded().isDone()) {
            takeRecorded();
        }
        while (!unanswered.isEmpty() && unanswered.getFirst().answered().isDone()) {
            PendingAnswer done = unanswered.getFirst();
            if (done.answered().isCompletedExceptionally()) {
                done.answered().join();
            }
            unanswered.removeFirst();
            answered.accept(done);
        }
    }

    private void takeRecorded() {
        PendingWrite first = unrecorded.removeFirst();
        first.recorded().join();
        recorded.accept(first.answering());
    }

    /** Waits until all are answered, not for ever; throws what kept one out. */
    public void complete() {
        for (PendingWrite writing : unrecorded) {
            await(writing.recorded());
        }
        awaitRecorded(0);
        awaitAnswers();
    }

    /** The same, at the end: what is recorded later than that is recorded or refused unseen. */
    public void finish() {
        List<PendingWrite> last = List.copyOf(unrecorded);
        unrecorded.clear(); // nobody waits for them any longer than here
        for (PendingWrite writing : last) {
            await(writing.recorded());
        }
        awaitAnswers();
    }

    private void awaitAnswers() {
        while (!unanswered.isEmpty()) {
            await(unanswered.getFirst().answered());
            confirm();
        }
    }

    private static void await(CompletableFuture<?> done) {
        try {
            done.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new CompletionException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
    }

    /** Drops all, when the writer is through with them. */
    public void drop() {
        unrecorded.forEach(writing -> writing.recorded().exceptionally(failure -> null).join());
        unrecorded.clear();
        unanswered.clear();
    }
}
