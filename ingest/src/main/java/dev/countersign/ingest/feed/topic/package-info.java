/**
 * The topics, and the offsets up to which they are decided and answered. Start with {@link
 * dev.countersign.ingest.feed.topic.FeedPositions}.
 */
@NullMarked
package dev.countersign.ingest.feed.topic;

import org.jspecify.annotations.NullMarked;
