/**
 * The book of card issuing. {@link dev.countersign.reconcile.Reconcile} is the front door; behind
 * it are three rooms: {@code domain} (pure rules), {@code service} (use cases, one database
 * transaction each) and {@code store} (SQL).
 */
@NullMarked
package dev.countersign.reconcile;

import org.jspecify.annotations.NullMarked;
