/**
 * The book of card issuing. Start with {@link dev.countersign.reconcile.Reconcile}, the entry
 * point. Behind it are three rooms: {@code domain} (pure rules), {@code service} (use cases, one
 * database transaction each) and {@code store} (SQL).
 */
@NullMarked
package dev.countersign.reconcile;

import org.jspecify.annotations.NullMarked;
