/**
 * Disputes of settled transactions. {@link dev.countersign.reconcile.domain.dispute.DisputePolicy}
 * says which breaks the night disputes by itself, and which it never does.
 */
@NullMarked
package dev.countersign.reconcile.domain.dispute;

import org.jspecify.annotations.NullMarked;
