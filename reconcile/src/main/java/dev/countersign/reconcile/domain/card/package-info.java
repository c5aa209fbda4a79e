/**
 * A card as the stream knows it when a message arrives: its facts, the rules of its issuer, and the
 * counters of the stream. Start with {@link dev.countersign.reconcile.domain.card.CardFacts}.
 */
@NullMarked
package dev.countersign.reconcile.domain.card;

import org.jspecify.annotations.NullMarked;
