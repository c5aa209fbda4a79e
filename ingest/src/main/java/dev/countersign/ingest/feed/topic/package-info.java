/**
 * The topics, and the offsets that were decided and answered up to: {@link
 * dev.countersign.ingest.feed.topic.FeedPositions}.
 */
@NullMarked
package dev.countersign.ingest.feed.topic;

import org.jspecify.annotations.NullMarked;
