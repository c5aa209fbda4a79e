package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import java.util.List;

/**
 * Messages of one or more partitions, in their order, and the range of each partition that they
 * are: messages that could not be read are part of the range, though not of the entries.
 */
public record FeedBatch(String topic, List<FeedEntry> entries, List<OffsetRange> offsetRanges) {

    public FeedBatch {
        entries = List.copyOf(entries);
        offsetRanges = List.copyOf(offsetRanges);
    }

    /** Offsets of one partition: from the first that is to be decided to the one after the last. */
    public record OffsetRange(int partition, long from, long to) {}
}
