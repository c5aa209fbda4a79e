/**
 * Effects of clearing records. {@link
 * dev.countersign.reconcile.domain.clearing.post.LineageSettlement} folds the records of a card
 * lineage over its transactions, one after the other, and returns the effect of each record.
 */
@NullMarked
package dev.countersign.reconcile.domain.clearing.post;

import org.jspecify.annotations.NullMarked;
