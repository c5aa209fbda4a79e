/**
 * What the night makes of clearing records. {@link
 * dev.countersign.reconcile.domain.clearing.PresentmentMatcher} finds the authorization that a
 * record belongs to and says why; {@link
 * dev.countersign.reconcile.domain.clearing.LineageSettlement} folds the records of a card and its
 * replacements over its transactions, one after the other, and says for each what it did.
 */
@NullMarked
package dev.countersign.reconcile.domain.clearing;

import org.jspecify.annotations.NullMarked;
