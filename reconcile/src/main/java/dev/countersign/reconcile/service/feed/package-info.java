/**
 * The use case of the stream. {@link dev.countersign.reconcile.service.feed.FeedPosting} reads the
 * data for a batch of messages, folds them, and records the result in one database transaction.
 */
@NullMarked
package dev.countersign.reconcile.service.feed;

import org.jspecify.annotations.NullMarked;
