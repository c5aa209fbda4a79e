/**
 * Funding accounts: money of one currency that the cards of a program or a customer spend from.
 * Start with {@code FundingAccount}.
 */
@NullMarked
package dev.countersign.reconcile.domain.funding;

import org.jspecify.annotations.NullMarked;
