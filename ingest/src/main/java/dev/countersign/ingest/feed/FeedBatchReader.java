package dev.countersign.ingest.feed;

import dev.countersign.ingest.codec.DecodedMessage;
import dev.countersign.ingest.codec.FeedCodec;
import dev.countersign.ingest.feed.topic.Topics;
import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.feed.FeedOffset;
import dev.countersign.reconcile.service.feed.FeedBatch;
import dev.countersign.reconcile.service.feed.FeedBatch.OffsetRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Turns records of the topic into batches: entries that can be read, and dead letters. */
final class FeedBatchReader {

    private final FeedCodec codec;
    private final Quarantine quarantine;
    private final String feed;

    FeedBatchReader(FeedCodec codec, Topics topics) {
        this.codec = codec;
        this.quarantine = new Quarantine(topics.deadLetters());
        this.feed = topics.feed();
    }

    /** A batch and what of it could not be read. */
    record ReadResult(FeedBatch batch, List<ProducerRecord<byte[], byte[]>> deadLetters) {}

    /**
     * Reads a run of records.
     *
     * @param records in the order of their partitions; of each partition without a gap that matters
     * @param offsetRanges what of each partition the records are
     * @param unprocessable those that can be read and cannot be processed, and why
     */
    ReadResult read(
            List<ConsumerRecord<byte[], byte[]>> records,
            List<OffsetRange> offsetRanges,
            Map<FeedOffset, String> unprocessable) {
        List<FeedEntry> entries = new ArrayList<>(records.size());
        List<ProducerRecord<byte[], byte[]>> deadLetters = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            FeedOffset offset = offset(record);
            String fault = unprocessable.get(offset);
            if (fault != null) {
                deadLetters.add(
                        quarantine.deadLetter(
                                record,
                                new DecodedMessage.MalformedMessage(
                                        DecodedMessage.Reason.CANNOT_BE_PROCESSED, fault)));
                continue;
            }
            switch (codec.decode(
                    record.key(),
                    record.value(),
                    offset,
                    Instant.ofEpochMilli(record.timestamp()))) {
                case DecodedMessage.Entry(FeedEntry entry) -> entries.add(entry);
                case DecodedMessage.MalformedMessage malformed ->
                        deadLetters.add(quarantine.deadLetter(record, malformed));
            }
        }
        return new ReadResult(new FeedBatch(feed, entries, offsetRanges), deadLetters);
    }

    static FeedOffset offset(ConsumerRecord<byte[], byte[]> record) {
        return new FeedOffset(record.partition(), record.offset());
    }
}
