/**
 * SQL, one store per aggregate. Every method takes a handle first, and none opens a transaction;
 * {@code Database.atomically} does. Start with {@link
 * dev.countersign.reconcile.store.feed.TransactionStore} and, for bulk writes, {@link
 * dev.countersign.reconcile.store.sql.BulkTable}.
 */
@NullMarked
package dev.countersign.reconcile.store;

import org.jspecify.annotations.NullMarked;
