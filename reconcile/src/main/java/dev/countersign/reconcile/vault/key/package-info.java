/**
 * The keys that wrap all others, in a file or a token. The vault sees only {@link
 * dev.countersign.reconcile.vault.key.KeyProvider}.
 */
@NullMarked
package dev.countersign.reconcile.vault.key;

import org.jspecify.annotations.NullMarked;
