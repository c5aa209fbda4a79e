/**
 * All cryptography, and the only place that knows a card number or a PIN. Card numbers rest under
 * data keys, PIN blocks come in under the PIN key of their account, and both kinds of key rest
 * wrapped by a key that a {@link dev.countersign.reconcile.vault.key.KeyProvider} holds: a file or
 * a token. What is secret masks itself in {@code toString} and gives its bytes to this package
 * alone. Start with {@link dev.countersign.reconcile.vault.PanVault} and {@link
 * dev.countersign.reconcile.vault.PinBlocks}.
 */
@NullMarked
package dev.countersign.reconcile.vault;

import org.jspecify.annotations.NullMarked;
