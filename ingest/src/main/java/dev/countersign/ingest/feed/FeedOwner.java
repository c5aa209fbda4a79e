package dev.countersign.ingest.feed;

import dev.countersign.ingest.feed.decision.DecisionMessages;
import dev.countersign.ingest.feed.decision.FeedWriter;
import dev.countersign.ingest.feed.decision.PublishedDecisionReader;
import dev.countersign.ingest.feed.decision.UnansweredBatches;
import dev.countersign.ingest.feed.group.FeedMembership;
import dev.countersign.ingest.feed.group.Silence;
import dev.countersign.ingest.feed.topic.FeedPositions;
import dev.countersign.ingest.feed.topic.OwnerOffsets;
import dev.countersign.reconcile.service.Outages;
import dev.countersign.reconcile.service.RepeatedFailure;
import dev.countersign.reconcile.service.feed.BatchRefusedException;
import dev.countersign.reconcile.service.feed.FeedPosting;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that owns partitions of the feed: it polls and has its {@link BatchDecider} decide
 * what came, the next batches while those before are recorded. Whatever goes wrong, it drops what
 * it has cached, looks where the feed stands, and goes on from what was answered: what was decided
 * before is answered again from the record, the rest is decided.
 *
 * <p>It polls for itself, because recording runs behind deciding and the database, not the broker,
 * knows how far the feed is decided.
 */
final class FeedOwner implements Runnable, ConsumerRebalanceListener {

    private static final Logger log = LoggerFactory.getLogger(FeedOwner.class);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration PAUSE = Duration.ofMillis(500);

    /**
     * Interval at which offsets are committed up to which all is answered. After a crash, what was
     * answered since is answered again from the record.
     */
    private static final Duration TOLD_EVERY = Duration.ofMillis(100);

    /** Number of cards read ahead at a time: they are put at hand in a few milliseconds. */
    private static final int AHEAD = 4_000;

    private final FeedMembership membership;
    private final FeedPosting posting;
    private final FeedPositions positions;
    private final OwnerOffsets offsets;
    private final FeedWriter writer;
    private final FeedMetrics metrics;
    private final BatchDecider decider;
    private final UnansweredBatches underWay;

    /** Trouble with finding where it stands, and trouble with deciding. */
    private final RepeatedFailure findTrouble;

    private final RepeatedFailure decideTrouble;

    private PartitionCards share = PartitionCards.NONE;

    private boolean lost = true;

    /** True once the group has given this member its share, which may be none. */
    private boolean joined;

    private final Silence silence = new Silence();
    private long reportedNanos = System.nanoTime();
    private volatile boolean running = true;
    private volatile boolean ready;
    private volatile Set<Integer> owned = Set.of();
    private volatile double lag = Double.NaN;

    FeedOwner(
            FeedMembership membership,
            FeedBatchReader reader,
            FeedPosting posting,
            FeedPositions positions,
            FeedWriter writer,
            DecisionMessages answers,
            PublishedDecisionReader given,
            FeedMetrics metrics,
            FeedTraces traces,
            Outages outages) {
        this.membership = membership;
        this.posting = posting;
        this.positions = positions;
        this.writer = writer;
        this.metrics = metrics;
        findTrouble = new RepeatedFailure(outages);
        decideTrouble = new RepeatedFailure(outages);
        offsets = new OwnerOffsets(positions, metrics::deletedUnread);
        decider =
                new BatchDecider(
                        reader,
                        posting,
                        positions,
                        offsets,
                        writer,
                        answers,
                        given,
                        metrics,
                        traces,
                        this::endTrouble);
        underWay = decider.underWay();
    }

    @Override
    public void run() {
        try (writer) {
            while (running) {
                turn();
            }
            if (membership.isHeld()) {
                finish();
            }
        } catch (RuntimeException e) {
            throw new AssertionError("an owner of the feed ended by itself", e);
        } finally {
            owned = Set.of();
            ready = false;
            membership.leave();
        }
    }

    /**
     * Asks the thread to end when the batches under way are recorded and answered. What the broker
     * does not take now is not sent again: it is answered from the record at the next start.
     */
    void stop() {
        running = false;
        writer.close();
    }

    /** The partitions that are decided here and ready for messages. */
    Set<Integer> owned() {
        return owned;
    }

    /**
     * True when it decides whatever comes to its partitions, and also when there are none for it
     * now and it would take over those of another at once.
     */
    boolean isReady() {
        return ready;
    }

    /** True once there was something to decide. */
    boolean hasDecided() {
        return decider.hasDecided();
    }

    /**
     * Returns the number of messages of the owned partitions that were not yet taken; not a number
     * before it is known for the first time.
     */
    double lag() {
        return lag;
    }

    private double behind() {
        long sum = 0;
        Consumer<byte[], byte[]> consumer = membership.consumer();
        for (TopicPartition partition : consumer.assignment()) {
            OptionalLong behind = consumer.currentLag(partition);
            if (behind.isEmpty()) {
                return lag;
            }
            sum += behind.getAsLong();
        }
        return sum;
    }

    private void turn() {
        try {
            if (!membership.isHeld() && !joinAgain()) {
                return;
            }
            if (lost && !findAgain()) {
                return;
            }
            ConsumerRecords<byte[], byte[]> records = membership.consumer().poll(POLL);
            confirm();
            lag = behind();
            if (!records.isEmpty() && !lost) {
                decider.take(records, membership.consumer());
            }
            if (!owned.isEmpty() && knowsItsDay() && posting.hasMoreAhead()) {
                readAhead();
            }
        } catch (FencedInstanceIdException e) {
            log.warn(
                    "another process reads the feed under the same"
                            + " countersign.ingest.instance-id: give each its own, so that it gets"
                            + " its partitions back at once when it starts again");
            abandon();
            offsets.forgetAnswered();
            membership.giveUpName(); // both go on, and the partitions are shared between them
        } catch (RuntimeException e) {
            if (running) {
                startAgain(e);
            }
        }
    }

    /**
     * Has cards fetched, so that few messages find theirs cold after a start. What goes wrong with
     * it is left to the message that needs the card.
     */
    private void readAhead() {
        try {
            posting.readAhead(AHEAD, share::holds, underWay.unrecorded());
        } catch (RuntimeException e) {
            Throwable cause = causeOf(e);
            if (silence.isLong(cause)) {
                throw e;
            }
            posting.stopReadingAhead();
            log.info("cards are not read ahead any more: {}", cause.toString());
        }
    }

    /**
     * True once it is known for which day cards are read ahead: that of the messages behind a
     * backlog, of which the first comes soon, else that of the clock.
     */
    private boolean knowsItsDay() {
        return decider.hasDecided() || lag == 0;
    }

    private void endTrouble() {
        if (decideTrouble.ends()) {
            log.info("feed goes on");
        }
    }

    /** Takes note of what is recorded and answered, and tells the broker now and then. */
    private void confirm() {
        underWay.confirm();
        if (offsets.hasUncommitted() && System.nanoTime() - reportedNanos >= TOLD_EVERY.toNanos()) {
            membership.consumer().commitAsync(offsets.offsetsToCommit(), this::onCommit);
            reportedNanos = System.nanoTime();
        }
    }

    /** Comes to this thread, in a poll: on a quiet feed no answer would bring it up again. */
    private void onCommit(
            Map<TopicPartition, OffsetAndMetadata> committed, @Nullable Exception trouble) {
        if (trouble != null) {
            offsets.commitFailed();
        }
    }

    // ---- trouble and rebalances

    private void startAgain(RuntimeException trouble) {
        Throwable cause = causeOf(trouble);
        FaultSearch search = decider.search();
        Optional<String> fault = search.fault(cause);
        boolean narrowed = fault.map(search::narrow).orElse(false);
        if (cause instanceof BatchRefusedException refused && refused.ofItsOwnCards()) {
            dropUnderWay();
            posting.forgetUnrecorded();
        } else {
            metrics.startedAgain();
            abandon();
        }
        if (cause instanceof BatchRefusedException refused) {
            log.info("batch decided again: {}", refused.getMessage());
        } else if (narrowed) {
            log.info("batch decided in parts: {}", fault.orElseThrow());
        } else {
            if (decideTrouble.begins(cause)) {
                log.warn("feed waits and goes on: {}", cause.toString());
            }
            if (!leftCutOff(cause)) {
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /**
     * Returns why a batch failed. An error of the writer is thrown: nothing that goes on after it
     * can be trusted.
     */
    private static Throwable causeOf(RuntimeException trouble) {
        Throwable cause = trouble;
        while (cause instanceof CompletionException || cause instanceof ExecutionException) {
            if (cause.getCause() == null) {
                return cause;
            }
            cause = cause.getCause();
        }
        if (cause instanceof Error fatal) {
            throw fatal;
        }
        return cause;
    }

    /**
     * A process that is cut off from the database, maybe alone, keeps its partitions from others
     * who could decide them: it leaves the group.
     *
     * @return true when it left
     */
    private boolean leftCutOff(Throwable trouble) {
        if (!silence.isLong(trouble)) {
            return false;
        }
        log.warn("the database does not answer here: partitions are left to other processes");
        membership.leave();
        return true;
    }

    /** Becomes a member when the database answers; false until then. */
    private boolean joinAgain() {
        try {
            positions.requireDatabase();
        } catch (RuntimeException e) {
            if (findTrouble.begins(e)) {
                log.warn("feed waits for the database: {}", e.toString());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
            return false;
        }
        silence.ends();
        joined = false;
        membership.join(this);
        return true;
    }

    /** Drops everything that is not in the database. */
    private void abandon() {
        dropUnderWay();
        posting.forget();
    }

    /** Drops the batches under way, when the writer is through with them. */
    private void dropUnderWay() {
        lost = true;
        ready = false;
        owned = Set.of();
        decider.drop();
        positions.forget();
    }

    /** Looks where the owned partitions stand; false while that is not known. */
    private boolean findAgain() {
        Consumer<byte[], byte[]> consumer = membership.consumer();
        Set<TopicPartition> assignment = consumer.assignment();
        if (assignment.isEmpty()) {
            lost = false;
            ready = joined;
            return true;
        }
        try {
            positions.endStoppedOwners();
            offsets.find(consumer);
            share = PartitionCards.of(assignment, membership.partitions());
        } catch (RuntimeException e) {
            if (findTrouble.begins(e)) {
                log.warn("feed waits for the database and the broker: {}", e.toString());
            }
            positions.forget();
            if (!leftCutOff(e)) {
                consumer.pause(assignment);
                consumer.poll(PAUSE);
            }
            return false;
        }
        silence.ends();
        if (findTrouble.ends()) {
            log.info("feed waits no longer for the database and the broker");
        }
        consumer.resume(assignment);
        lost = false;
        ready = true;
        owned = Set.copyOf(assignment.stream().map(TopicPartition::partition).toList());
        return true;
    }

    /** Those that stay with this owner are not among them. */
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        joined = true;
        if (partitions.isEmpty()) {
            ready |= !lost;
            return;
        }
        try {
            underWay.complete();
        } catch (RuntimeException e) {
            log.info(
                    "not all was answered; it will be, from the record: {}", causeOf(e).toString());
            abandon();
        }
        lost = true;
        log.info("partitions assigned: {}", partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        if (running) { // else it has finished, as far as it could
            finish();
        }
        offsets.forgetAnswered();
        log.info("partitions revoked: {}", partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        abandon();
        offsets.forgetAnswered();
        log.info("partitions lost: {}", partitions);
    }

    /**
     * Records and answers what is under way, and tells the broker; gives up when the database or
     * the broker does not come along. What is recorded late is recorded all the same, or refused.
     */
    private void finish() {
        Consumer<byte[], byte[]> consumer = membership.consumer();
        try {
            // What is answered is told, whatever becomes of the rest.
            consumer.commitAsync(offsets.offsetsToCommit(), this::onCommit);
            underWay.finish();
            Map<TopicPartition, OffsetAndMetadata> all = offsets.offsetsToCommit();
            if (!all.isEmpty()) {
                consumer.commitSync(all, UnansweredBatches.PATIENCE);
            }
        } catch (RuntimeException e) {
            log.warn(
                    "not all was answered; it will be, from the record: {}", causeOf(e).toString());
        }
        abandon();
    }
}
