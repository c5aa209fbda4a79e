/**
 * What the book knows of a card when a message reaches it: its facts, the rules its issuer set and
 * what the stream counts on it. Start with {@link dev.countersign.reconcile.domain.card.CardFacts}.
 */
@NullMarked
package dev.countersign.reconcile.domain.card;

import org.jspecify.annotations.NullMarked;
