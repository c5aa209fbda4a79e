/**
 * Search for cards, customers and transactions, and their pages. Start with {@link
 * dev.countersign.facade.console.lookup.DecisionExplanation}, which gives the reason for a
 * decision.
 */
@NullMarked
package dev.countersign.facade.console.lookup;

import org.jspecify.annotations.NullMarked;
