/**
 * Funding accounts: the money of one currency that the cards of a program or of a customer spend
 * from.
 */
@NullMarked
package dev.countersign.reconcile.domain.funding;

import org.jspecify.annotations.NullMarked;
