/**
 * Exact money: whole minor units beside an ISO 4217 currency, never a fraction. Start with {@link
 * dev.countersign.reconcile.domain.money.Money}.
 */
@NullMarked
package dev.countersign.reconcile.domain.money;

import org.jspecify.annotations.NullMarked;
