/**
 * Positions in lists that are read page by page. Start with {@link
 * dev.countersign.reconcile.domain.list.ListPosition}.
 */
@NullMarked
package dev.countersign.reconcile.domain.list;

import org.jspecify.annotations.NullMarked;
