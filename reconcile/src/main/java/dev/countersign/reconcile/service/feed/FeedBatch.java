package dev.countersign.reconcile.service.feed;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import dev.countersign.reconcile.domain.transaction.post.PublishedDecisions;
import java.util.List;

/**
 * Messages of one or more partitions, in their order, and the range of each partition that they
 * are: messages that could not be read are part of the range, though not of the entries.
 *
 * @param published answers that some of them have got already
 */
public record FeedBatch(
        String topic,
        List<FeedEntry> entries,
        List<OffsetRange> offsetRanges,
        PublishedDecisions published) {

    /** Messages that nobody has answered. */
    public FeedBatch(String topic, List<FeedEntry> entries, List<OffsetRange> offsetRanges) {
        this(topic, entries, offsetRanges, PublishedDecisions.NONE);
    }

    public FeedBatch {
        entries = List.copyOf(entries);
        offsetRanges = List.copyOf(offsetRanges);
    }

    /** The same messages, some of which were answered. */
    public FeedBatch withPublished(PublishedDecisions given) {
        return new FeedBatch(topic, entries, offsetRanges, given);
    }

    /** Offsets of one partition: from the first that is to be decided to the one after the last. */
    public record OffsetRange(int partition, long from, long to) {}
}
