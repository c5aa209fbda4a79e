/**
 * SQL of the stream: messages, transactions, positions of cards and of the feed, the quarantine.
 * Start with {@link dev.countersign.reconcile.store.feed.TransactionStore}.
 */
@NullMarked
package dev.countersign.reconcile.store.feed;

import org.jspecify.annotations.NullMarked;
