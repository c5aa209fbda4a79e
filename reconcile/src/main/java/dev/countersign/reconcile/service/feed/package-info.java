/**
 * The use case of the stream. {@link dev.countersign.reconcile.service.feed.FeedPosting} reads what
 * a batch of messages needs, folds the messages, and records the result, in one database
 * transaction.
 */
@NullMarked
package dev.countersign.reconcile.service.feed;

import org.jspecify.annotations.NullMarked;
