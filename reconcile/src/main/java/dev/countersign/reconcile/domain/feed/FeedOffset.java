package dev.countersign.reconcile.domain.feed;

/** The place of a message in the feed. A decision keeps it, so that its message can be found. */
public record FeedOffset(int partition, long offset) {}
