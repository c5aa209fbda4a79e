/**
 * From the feed topic to decisions. {@link dev.countersign.ingest.feed.FeedOwner} is the thread
 * that owns partitions and decides; {@link dev.countersign.ingest.feed.decision.FeedWriter} has two
 * threads that record its batches and send the answers meanwhile.
 */
@NullMarked
package dev.countersign.ingest.feed;

import org.jspecify.annotations.NullMarked;
