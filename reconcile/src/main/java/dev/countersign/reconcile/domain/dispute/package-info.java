/**
 * Disputes of settled transactions. {@link dev.countersign.reconcile.domain.dispute.DisputePolicy}
 * decides which breaks the night disputes automatically, and which it never does.
 */
@NullMarked
package dev.countersign.reconcile.domain.dispute;

import org.jspecify.annotations.NullMarked;
