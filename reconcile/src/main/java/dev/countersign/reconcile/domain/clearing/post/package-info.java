/**
 * The effects of clearing records. {@link
 * dev.countersign.reconcile.domain.clearing.post.LineageSettlement} folds the records of a card and
 * its replacements over its transactions, one after the other, and tells for each record what it
 * did.
 */
@NullMarked
package dev.countersign.reconcile.domain.clearing.post;

import org.jspecify.annotations.NullMarked;
