/**
 * From the feed topic to decisions: {@link dev.countersign.ingest.feed.FeedOwner} is the thread
 * that owns partitions, {@link dev.countersign.ingest.feed.FeedWriter} the one that records and
 * answers for it while it decides on.
 */
@NullMarked
package dev.countersign.ingest.feed;

import org.jspecify.annotations.NullMarked;
