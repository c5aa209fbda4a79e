package dev.countersign.reconcile.domain.feed;

/** Where a message stands in the feed; a decision keeps it, so that its message can be found. */
public record FeedOffset(int partition, long offset) {}
