/**
 * Decisions on their way out. Two threads of {@link
 * dev.countersign.ingest.feed.decision.FeedWriter} record a batch and send its answers.
 */
@NullMarked
package dev.countersign.ingest.feed.decision;

import org.jspecify.annotations.NullMarked;
