/**
 * The book's knowledge of a card when a message reaches it: its facts, the rules that its issuer
 * set and the counts that the stream keeps on it. Start with {@link
 * dev.countersign.reconcile.domain.card.CardFacts}.
 */
@NullMarked
package dev.countersign.reconcile.domain.card;

import org.jspecify.annotations.NullMarked;
