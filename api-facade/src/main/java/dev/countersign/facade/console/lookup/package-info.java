/**
 * Search for cards, customers and transactions, and their pages. Start with {@link
 * dev.countersign.facade.console.lookup.DecisionExplanation}, which says why a request was decided
 * as it was.
 */
@NullMarked
package dev.countersign.facade.console.lookup;

import org.jspecify.annotations.NullMarked;
