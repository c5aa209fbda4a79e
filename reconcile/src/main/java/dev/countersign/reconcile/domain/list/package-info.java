/**
 * Positions in a list that is read in parts: {@link
 * dev.countersign.reconcile.domain.list.ListPosition}.
 */
@NullMarked
package dev.countersign.reconcile.domain.list;

import org.jspecify.annotations.NullMarked;
