/**
 * A card at the arrival of a message: its facts, the rules of its issuer, and the counters of the
 * stream. Start with {@link dev.countersign.reconcile.domain.card.CardFacts}.
 */
@NullMarked
package dev.countersign.reconcile.domain.card;

import org.jspecify.annotations.NullMarked;
