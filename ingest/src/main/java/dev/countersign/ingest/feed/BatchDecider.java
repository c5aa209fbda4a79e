package dev.countersign.ingest.feed;

import dev.countersign.ingest.feed.FeedBatchReader.ReadResult;
import dev.countersign.ingest.feed.PolledBatch.Run;
import dev.countersign.ingest.feed.decision.DecisionMessages;
import dev.countersign.ingest.feed.decision.FeedWriter;
import dev.countersign.ingest.feed.decision.PendingAnswer;
import dev.countersign.ingest.feed.decision.PendingWrite;
import dev.countersign.ingest.feed.decision.PublishedDecisionReader;
import dev.countersign.ingest.feed.decision.UnansweredBatches;
import dev.countersign.ingest.feed.topic.FeedPositions;
import dev.countersign.ingest.feed.topic.OwnerOffsets;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.transaction.Decision;
import dev.countersign.reconcile.service.feed.DecidedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import dev.countersign.reconcile.service.feed.FeedPosting;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deciding half of an owner of the feed: what was polled is decided in memory and handed to the
 * writer, while batches before it are recorded; what was decided before is answered again from the
 * record. It belongs to the thread of its owner.
 */
final class BatchDecider {

    private static final Logger log = LoggerFactory.getLogger(BatchDecider.class);

    /** A smaller batch waits for the one before it, and those behind it grow meanwhile. */
    private static final int LARGE_BATCH = 500;

    private final FeedBatchReader reader;
    private final FeedPosting posting;
    private final FeedPositions positions;
    private final OwnerOffsets offsets;
    private final FeedWriter writer;
    private final DecisionMessages answers;
    private final PublishedDecisionReader given;
    private final FeedMetrics metrics;
    private final FeedTraces traces;
    private final Runnable onRecorded;

    private final UnansweredBatches underWay =
            new UnansweredBatches(this::recorded, this::answered);
    private final FaultSearch search = new FaultSearch();

    private volatile boolean hasDecided;

    /**
     * A decider with nothing under way.
     *
     * @param onRecorded is told of each batch that is recorded
     */
    BatchDecider(
            FeedBatchReader reader,
            FeedPosting posting,
            FeedPositions positions,
            OwnerOffsets offsets,
            FeedWriter writer,
            DecisionMessages answers,
            PublishedDecisionReader given,
            FeedMetrics metrics,
            FeedTraces traces,
            Runnable onRecorded) {
        this.reader = reader;
        this.posting = posting;
        this.positions = positions;
        this.offsets = offsets;
        this.writer = writer;
        this.answers = answers;
        this.given = given;
        this.metrics = metrics;
        this.traces = traces;
        this.onRecorded = onRecorded;
    }

    /** The batches that are decided and not yet answered. */
    UnansweredBatches underWay() {
        return underWay;
    }

    /** The search for a message that cannot be processed. */
    FaultSearch search() {
        return search;
    }

    /** True once there was something to decide. */
    boolean hasDecided() {
        return hasDecided;
    }

    /** Drops the batches under way, when the writer is through with them. */
    void drop() {
        underWay.drop();
        given.close();
    }

    /** Decides what was polled, or answers it again. */
    void take(ConsumerRecords<byte[], byte[]> records, Consumer<byte[], byte[]> consumer) {
        List<Run> decidedBefore = new ArrayList<>();
        List<Run> fresh = new ArrayList<>();
        for (TopicPartition partition : records.partitions()) {
            int number = partition.partition();
            List<ConsumerRecord<byte[], byte[]>> polled =
                    offsets.inBook(number, records.records(partition));
            long start = polled.getFirst().offset();
            offsets.follow(consumer, number, start, polled.getLast().offset() + 1);
            long next = positions.decidedUpTo(number);
            int before = 0;
            while (before < polled.size() && polled.get(before).offset() < next) {
                before++;
            }
            if (before > 0) {
                decidedBefore.add(new Run(number, start, polled.subList(0, before)));
            }
            if (before < polled.size()) {
                fresh.add(new Run(number, next, polled.subList(before, polled.size())));
            }
        }
        if (!decidedBefore.isEmpty()) {
            answerAgain(new PolledBatch(decidedBefore));
        }
        if (!fresh.isEmpty()) {
            search.inPortions(new PolledBatch(fresh), this::decideCarefully);
        }
    }

    /** Answers from the record what was decided before a crash, and maybe not answered. */
    private void answerAgain(PolledBatch batch) {
        underWay.awaitRecorded(0);
        List<OffsetRange> offsetRanges = batch.offsetRanges();
        ReadResult read = reader.read(batch.records(), offsetRanges, search.unprocessable());
        List<ProducerRecord<byte[], byte[]>> outbound = new ArrayList<>(read.deadLetters());
        outbound.addAll(answers.of(posting.answersOf(read.batch())));
        writer.answer(outbound).join();
        offsets.answered(offsetRanges);
        log.info("answered again from the record: messages={}", batch.size());
    }

    /** While a message is looked for that cannot be processed, one batch is recorded at a time. */
    private void decideCarefully(PolledBatch batch) {
        boolean carefully = search.begins(batch);
        decide(batch);
        if (carefully) {
            underWay.awaitRecorded(0);
            search.ended(batch);
        }
    }

    private void decide(PolledBatch portion) {
        hasDecided = true;
        List<ConsumerRecord<byte[], byte[]>> records = portion.records();
        List<OffsetRange> offsetRanges = portion.offsetRanges();
        BatchTrace trace = traces.begin(records);
        ReadResult read = reader.read(records, offsetRanges, search.unprocessable());
        List<ProducerRecord<byte[], byte[]>> outbound = new ArrayList<>(read.deadLetters());
        if (!search.unprocessable().isEmpty() && !outbound.isEmpty()) {
            // Once it is passed over nothing else tells of such a message: it is kept before.
            writer.answer(List.copyOf(outbound)).join();
            outbound.clear();
        }
        FeedBatch batch = withAnswersGiven(read.batch(), records);
        DecidedBatch decided =
                posting.decide(batch, underWay.unrecorded(), () -> underWay.awaitRecorded(0));
        noteAnsweredAnew(batch, decided);
        given.forget(decided.answers());
        if (trace != null) {
            trace.decided(read.batch());
        }
        outbound.addAll(answers.of(decided.answers()));
        PendingAnswer.ArrivalFacts arrived = PendingAnswer.ArrivalFacts.of(records, read.batch());
        // All else is ready: the writer is never kept waiting for it.
        underWay.awaitRecorded((records.size() < LARGE_BATCH ? 1 : FeedWriter.BATCHES_MAX) - 1);
        PendingWrite started = writer.start(posting, decided, arrived, outbound);
        if (trace != null) {
            trace.follow(started);
        }
        offsetRanges.forEach(range -> positions.advance(range.partition(), range.to()));
        underWay.add(started);
    }

    /** A batch that was answered before the database was restored is decided as it was answered. */
    private FeedBatch withAnswersGiven(
            FeedBatch batch, List<ConsumerRecord<byte[], byte[]>> records) {
        if (batch.offsetRanges().stream()
                .noneMatch(range -> offsets.isRestored(range.partition(), range.from()))) {
            given.close();
            return batch;
        }
        metrics.decidedAsAnswered(batch.entries().size());
        return batch.withPublished(given.to(records, batch.entries()));
    }

    /** Says so where a request was answered for certain, and nobody finds the answer. */
    private void noteAnsweredAnew(FeedBatch batch, DecidedBatch decided) {
        if (!offsets.hasRestored()) {
            return;
        }
        Set<UUID> anew =
                decided.answers().stream()
                        .map(Decision::inReplyTo)
                        .filter(request -> batch.published().to(request) == null)
                        .collect(Collectors.toSet());
        long requests =
                batch.entries().stream()
                        .filter(entry -> anew.contains(entry.message().header().messageId()))
                        .filter(entry -> decided.holds(entry.identity())) // else it is a repetition
                        .map(FeedEntry::offset)
                        .filter(offset -> offsets.wasAnswered(offset.partition(), offset.offset()))
                        .count();
        if (requests > 0) {
            metrics.decidedAnew(requests);
            log.error(
                    "requests were answered before the database was restored, and their answers are"
                            + " not on the topic of decisions: they are decided by what the cards"
                            + " are now. requests={}",
                    requests);
        }
    }

    private void recorded(PendingAnswer batch) {
        search.recorded();
        offsets.recorded(batch.offsetRanges());
        onRecorded.run();
    }

    private void answered(PendingAnswer batch) {
        metrics.answered(batch);
        offsets.answered(batch.offsetRanges());
    }
}
