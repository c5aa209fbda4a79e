/**
 * Notices of card bureaus, wallets and networks that move orders, wallet tokens and disputes. Start
 * with {@link dev.countersign.reconcile.domain.provider.ProviderMove}.
 */
@NullMarked
package dev.countersign.reconcile.domain.provider;

import org.jspecify.annotations.NullMarked;
