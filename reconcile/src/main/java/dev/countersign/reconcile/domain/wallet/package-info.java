/**
 * Tokens of cards in mobile wallets. Start with {@link
 * dev.countersign.reconcile.domain.wallet.WalletToken}.
 */
@NullMarked
package dev.countersign.reconcile.domain.wallet;

import org.jspecify.annotations.NullMarked;
