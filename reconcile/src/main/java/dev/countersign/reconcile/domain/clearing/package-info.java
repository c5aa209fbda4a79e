/**
 * The night's work on clearing records. {@link
 * dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher} finds the authorization of a
 * record and gives the reason. {@link
 * dev.countersign.reconcile.domain.clearing.post.LineageSettlement} folds the records of a card
 * lineage over its transactions, one after the other, and returns the effect of each record.
 */
@NullMarked
package dev.countersign.reconcile.domain.clearing;

import org.jspecify.annotations.NullMarked;
