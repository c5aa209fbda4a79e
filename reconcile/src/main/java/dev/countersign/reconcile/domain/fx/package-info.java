/**
 * Exchange rates, and what a position in several currencies is worth by them. Start with {@link
 * dev.countersign.reconcile.domain.fx.CurrencyPosition}.
 */
@NullMarked
package dev.countersign.reconcile.domain.fx;

import org.jspecify.annotations.NullMarked;
