/**
 * The keys that wrap all others, in a file or in a token. {@link
 * dev.countersign.reconcile.vault.key.KeyProvider} is all that the vault sees of them.
 */
@NullMarked
package dev.countersign.reconcile.vault.key;

import org.jspecify.annotations.NullMarked;
