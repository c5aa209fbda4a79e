/**
 * From the feed topic to decisions. {@link dev.countersign.ingest.feed.FeedOwner} is the thread
 * that owns partitions, and {@link dev.countersign.ingest.feed.BatchDecider} decides on it.
 * Meanwhile two threads of {@link dev.countersign.ingest.feed.decision.FeedWriter} record its
 * batches and send the answers.
 */
@NullMarked
package dev.countersign.ingest.feed;

import org.jspecify.annotations.NullMarked;
