/**
 * Findings of a search and the history of a transaction, as people see them. Start with {@link
 * dev.countersign.reconcile.domain.lookup.ClearedRecord}.
 */
@NullMarked
package dev.countersign.reconcile.domain.lookup;

import org.jspecify.annotations.NullMarked;
