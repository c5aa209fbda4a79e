/**
 * Who issues, and in which of its two books: {@link dev.countersign.reconcile.domain.account.Book}.
 */
@NullMarked
package dev.countersign.reconcile.domain.account;

import org.jspecify.annotations.NullMarked;
