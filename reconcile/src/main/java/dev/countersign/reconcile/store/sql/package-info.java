/**
 * Tools shared by the stores: pages and bounds of lists, rows and their types, bulk writes. Start
 * with {@link dev.countersign.reconcile.store.sql.Rows} and {@link
 * dev.countersign.reconcile.store.sql.BulkTable}, which copies many rows at once; a {@link
 * dev.countersign.reconcile.store.sql.RoundTrip} sends several statements together.
 */
@NullMarked
package dev.countersign.reconcile.store.sql;

import org.jspecify.annotations.NullMarked;
