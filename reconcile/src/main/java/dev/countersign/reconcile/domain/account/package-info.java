/**
 * Accounts of issuers, and the book that each has for live and for sandbox. Start with {@link
 * dev.countersign.reconcile.domain.account.Book}.
 */
@NullMarked
package dev.countersign.reconcile.domain.account;

import org.jspecify.annotations.NullMarked;
