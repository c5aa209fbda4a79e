/**
 * Accounts of issuers, and their live and sandbox books. Start with {@link
 * dev.countersign.reconcile.domain.account.Book}.
 */
@NullMarked
package dev.countersign.reconcile.domain.account;

import org.jspecify.annotations.NullMarked;
