/**
 * SQL of disputes and of the proposals for them. Start with {@link
 * dev.countersign.reconcile.store.dispute.DisputeStore}.
 */
@NullMarked
package dev.countersign.reconcile.store.dispute;

import org.jspecify.annotations.NullMarked;
