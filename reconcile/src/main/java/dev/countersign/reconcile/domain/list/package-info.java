/**
 * Positions in a list that is read page by page: {@link
 * dev.countersign.reconcile.domain.list.ListPosition}.
 */
@NullMarked
package dev.countersign.reconcile.domain.list;

import org.jspecify.annotations.NullMarked;
