/**
 * Search results, and the history of a transaction. Start with {@link
 * dev.countersign.reconcile.domain.lookup.ClearedRecord}.
 */
@NullMarked
package dev.countersign.reconcile.domain.lookup;

import org.jspecify.annotations.NullMarked;
