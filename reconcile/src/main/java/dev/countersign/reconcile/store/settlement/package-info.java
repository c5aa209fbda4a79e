/**
 * SQL of clearing records, settlement lines and the ledger's journals. Start with {@link
 * dev.countersign.reconcile.store.settlement.ClearingRecordStore} and {@link
 * dev.countersign.reconcile.store.settlement.JournalStore}.
 */
@NullMarked
package dev.countersign.reconcile.store.settlement;

import org.jspecify.annotations.NullMarked;
