/**
 * Messages from a card network to an issuer, as values. Each meaning has one record of a sealed
 * type, so a new kind of message fails compilation wherever it matters. Start with {@link
 * dev.countersign.reconcile.domain.feed.NetworkMessage} and {@link
 * dev.countersign.reconcile.domain.feed.FeedEntry}.
 */
@NullMarked
package dev.countersign.reconcile.domain.feed;

import org.jspecify.annotations.NullMarked;
