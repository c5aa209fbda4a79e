/**
 * The night's work on clearing records. {@link
 * dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher} finds the authorization that
 * a record belongs to and gives the reason. {@link
 * dev.countersign.reconcile.domain.clearing.post.LineageSettlement} folds the records of a card and
 * its replacements over its transactions, one after the other, and tells for each record what it
 * did.
 */
@NullMarked
package dev.countersign.reconcile.domain.clearing;

import org.jspecify.annotations.NullMarked;
