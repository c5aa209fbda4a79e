/**
 * The work of people on breaks, disputes and the quarantine, and their search for a card or a
 * transaction. Start with {@link dev.countersign.reconcile.service.operations.Breaks} and {@link
 * dev.countersign.reconcile.service.operations.Lookup}.
 */
@NullMarked
package dev.countersign.reconcile.service.operations;

import org.jspecify.annotations.NullMarked;
