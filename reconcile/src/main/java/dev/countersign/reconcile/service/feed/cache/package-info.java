/**
 * Packed cards in memory between two batches. Start with {@link
 * dev.countersign.reconcile.service.feed.cache.CardCache}.
 */
@NullMarked
package dev.countersign.reconcile.service.feed.cache;

import org.jspecify.annotations.NullMarked;
