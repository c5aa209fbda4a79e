/**
 * The work of operators: breaks, disputes, the quarantine, and searches for cards and transactions.
 * Start with {@link dev.countersign.reconcile.service.operations.Breaks} and {@link
 * dev.countersign.reconcile.service.operations.Lookup}.
 */
@NullMarked
package dev.countersign.reconcile.service.operations;

import org.jspecify.annotations.NullMarked;
