/**
 * Cards in memory between two batches, packed. Start with {@link
 * dev.countersign.reconcile.service.feed.cache.CardCache}.
 */
@NullMarked
package dev.countersign.reconcile.service.feed.cache;

import org.jspecify.annotations.NullMarked;
