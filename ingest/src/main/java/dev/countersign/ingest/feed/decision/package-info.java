/**
 * Decisions on their way: {@link dev.countersign.ingest.feed.decision.FeedWriter} has two threads
 * that record a batch and send its answers.
 */
@NullMarked
package dev.countersign.ingest.feed.decision;

import org.jspecify.annotations.NullMarked;
