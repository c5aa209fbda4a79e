/**
 * Notices of card bureaus, wallets and networks, by which orders, wallet tokens and disputes move.
 * Start with {@link dev.countersign.reconcile.domain.provider.ProviderMove}.
 */
@NullMarked
package dev.countersign.reconcile.domain.provider;

import org.jspecify.annotations.NullMarked;
