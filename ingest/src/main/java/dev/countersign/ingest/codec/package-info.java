/**
 * Conversion between bytes and messages. {@link dev.countersign.ingest.codec.FeedCodec} reads the
 * messages of {@code feed.schema.json} strictly, and returns the reason if it cannot. {@link
 * dev.countersign.ingest.codec.DecisionCodec} writes decisions.
 */
@NullMarked
package dev.countersign.ingest.codec;

import org.jspecify.annotations.NullMarked;
