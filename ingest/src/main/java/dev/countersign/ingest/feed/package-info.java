/**
 * From the feed topic to decisions: {@link dev.countersign.ingest.feed.FeedOwner} is the thread
 * that owns partitions, {@link dev.countersign.ingest.feed.answer.FeedWriter} has two that record
 * and answer for it while it decides on.
 */
@NullMarked
package dev.countersign.ingest.feed;

import org.jspecify.annotations.NullMarked;
