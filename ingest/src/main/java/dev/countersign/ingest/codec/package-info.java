/**
 * Between bytes and meaning. {@link dev.countersign.ingest.codec.FeedCodec} reads the messages that
 * {@code feed.schema.json} describes, strictly, and returns the reason when it cannot. {@link
 * dev.countersign.ingest.codec.DecisionCodec} writes decisions.
 */
@NullMarked
package dev.countersign.ingest.codec;

import org.jspecify.annotations.NullMarked;
