/**
 * The account that issues, and the one of its two books that it issues in: {@link
 * dev.countersign.reconcile.domain.account.Book}.
 */
@NullMarked
package dev.countersign.reconcile.domain.account;

import org.jspecify.annotations.NullMarked;
