/**
 * Identifiers: time-ordered 128-bit values, written outside as a type prefix and 26 characters of
 * Crockford base 32. Start with {@link dev.countersign.reconcile.domain.id.IdText}. Ids of
 * transactions are derived from their message: see {@link
 * dev.countersign.reconcile.domain.id.TimeOrderedId}.
 */
@NullMarked
package dev.countersign.reconcile.domain.id;

import org.jspecify.annotations.NullMarked;
