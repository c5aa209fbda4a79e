/**
 * Exchange rates, and the value of a position in several currencies. Start with {@link
 * dev.countersign.reconcile.domain.fx.CurrencyPosition}.
 */
@NullMarked
package dev.countersign.reconcile.domain.fx;

import org.jspecify.annotations.NullMarked;
