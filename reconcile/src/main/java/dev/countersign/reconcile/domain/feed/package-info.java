/**
 * What a card network tells an issuer, as values: one record per meaning, sealed, so that a new
 * kind of message fails compilation wherever it matters. Start with {@link
 * dev.countersign.reconcile.domain.feed.NetworkMessage} and {@link
 * dev.countersign.reconcile.domain.feed.FeedEntry}.
 */
@NullMarked
package dev.countersign.reconcile.domain.feed;

import org.jspecify.annotations.NullMarked;
