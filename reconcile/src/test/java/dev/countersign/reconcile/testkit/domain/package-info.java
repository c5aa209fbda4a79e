/**
 * Cards and messages for tests of the rules: defaults that are approved, and {@code with...} copies
 * for the subject of a test. Start with {@link
 * dev.countersign.reconcile.testkit.domain.CardExample}, {@link
 * dev.countersign.reconcile.testkit.domain.MessageExample} and {@link
 * dev.countersign.reconcile.testkit.domain.FoldedCard}, the driver that folds messages over a card.
 */
@NullMarked
package dev.countersign.reconcile.testkit.domain;

import org.jspecify.annotations.NullMarked;
