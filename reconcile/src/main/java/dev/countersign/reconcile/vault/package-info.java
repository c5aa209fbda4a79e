/**
 * All cryptography, and the only place with card numbers and PINs. Card numbers are stored under
 * data keys, and PIN blocks arrive under the PIN key of their account. Both kinds of key are stored
 * wrapped by a key that a {@link dev.countersign.reconcile.vault.key.KeyProvider} holds, in a file
 * or a token. Secrets mask themselves in {@code toString} and give their bytes to this package
 * alone. Start with {@link dev.countersign.reconcile.vault.PanVault} and {@link
 * dev.countersign.reconcile.vault.PinBlocks}.
 */
@NullMarked
package dev.countersign.reconcile.vault;

import org.jspecify.annotations.NullMarked;
