/**
 * Between bytes and meaning. {@link dev.countersign.ingest.codec.FeedCodec} reads what {@code
 * feed.schema.json} describes, strictly, and answers with a reason where it cannot; {@link
 * dev.countersign.ingest.codec.AnswerCodec} writes decisions, and {@link
 * dev.countersign.ingest.codec.EventCodec} what changed cards outside the stream.
 */
@NullMarked
package dev.countersign.ingest.codec;

import org.jspecify.annotations.NullMarked;
