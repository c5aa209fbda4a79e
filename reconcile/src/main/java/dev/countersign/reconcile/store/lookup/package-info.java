/**
 * SQL of searches for cards and transactions, by operators and callers. Start with {@link
 * dev.countersign.reconcile.store.lookup.LookupStore}.
 */
@NullMarked
package dev.countersign.reconcile.store.lookup;

import org.jspecify.annotations.NullMarked;
