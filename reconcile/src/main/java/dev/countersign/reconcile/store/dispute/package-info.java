/**
 * SQL of disputes and of dispute proposals. Start with {@link
 * dev.countersign.reconcile.store.dispute.DisputeStore}.
 */
@NullMarked
package dev.countersign.reconcile.store.dispute;

import org.jspecify.annotations.NullMarked;
