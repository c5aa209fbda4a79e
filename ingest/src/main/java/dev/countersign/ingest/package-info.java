/**
 * The stream, from Kafka to decisions and back. Records of the feed arrive in batches and are
 * decoded without ever throwing on bad input. The core decides each batch and records it in one
 * database transaction; the answers go out after the commit. This module has no rules about cards.
 * Start with {@link dev.countersign.ingest.IngestConfiguration}, which wires it, and {@code
 * feed.FeedOwner}.
 */
@NullMarked
package dev.countersign.ingest;

import org.jspecify.annotations.NullMarked;
