/**
 * The stream: from Kafka to decisions and back. Records of the feed arrive in batches and are
 * decoded without ever throwing on bad input; the core decides each batch, records it in one
 * database transaction, and its answers go out after the commit. No rule about a card is in this
 * module. Start with {@link dev.countersign.ingest.IngestConfiguration}, which wires it, and {@code
 * feed.FeedOwner}.
 */
@NullMarked
package dev.countersign.ingest;

import org.jspecify.annotations.NullMarked;
