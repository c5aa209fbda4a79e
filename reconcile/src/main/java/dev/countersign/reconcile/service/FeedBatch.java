package dev.countersign.reconcile.service;

import dev.countersign.reconcile.domain.feed.FeedEntry;
import java.util.List;

/**
 * Messages of one or more partitions, in their order, and the stretch of each partition that they
 * are: messages that could not be read are part of the stretch, though not of the entries.
 */
public record FeedBatch(String topic, List<FeedEntry> entries, List<Stretch> stretches) {

    public FeedBatch {
        entries = List.copyOf(entries);
        stretches = List.copyOf(stretches);
    }

    /** Offsets of one partition: from the first that is to be decided to the one after the last. */
    public record Stretch(int partition, long from, long to) {}
}
