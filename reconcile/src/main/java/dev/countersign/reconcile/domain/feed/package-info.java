/**
 * The messages of a card network to an issuer, as values. There is one record per meaning, sealed,
 * so that a new kind of message fails compilation wherever it matters. Start with {@link
 * dev.countersign.reconcile.domain.feed.NetworkMessage} and {@link
 * dev.countersign.reconcile.domain.feed.FeedEntry}.
 */
@NullMarked
package dev.countersign.reconcile.domain.feed;

import org.jspecify.annotations.NullMarked;
