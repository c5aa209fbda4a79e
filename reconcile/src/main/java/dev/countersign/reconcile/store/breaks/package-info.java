/**
 * SQL of breaks, their work by operators, and their merchant credits. Start with {@link
 * dev.countersign.reconcile.store.breaks.BreakStore} and, for lists, {@link
 * dev.countersign.reconcile.store.breaks.BreakQueries}.
 */
@NullMarked
package dev.countersign.reconcile.store.breaks;

import org.jspecify.annotations.NullMarked;
