/**
 * Cards and messages to test rules with: defaults that are approved, and {@code with...} copies for
 * what a test is about. Start with {@link dev.countersign.reconcile.testkit.domain.CardExample},
 * {@link dev.countersign.reconcile.testkit.domain.MessageExample} and the driver that folds the one
 * over the other, {@link dev.countersign.reconcile.testkit.domain.FoldedCard}.
 */
@NullMarked
package dev.countersign.reconcile.testkit.domain;

import org.jspecify.annotations.NullMarked;
