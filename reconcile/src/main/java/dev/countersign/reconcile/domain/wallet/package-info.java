/** Cards in mobile wallets. */
@NullMarked
package dev.countersign.reconcile.domain.wallet;

import org.jspecify.annotations.NullMarked;
