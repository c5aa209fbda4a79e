/**
 * What bureaus, wallets and networks tell about the things of a card: orders of plastic, wallet
 * tokens and disputes move by what they say.
 */
@NullMarked
package dev.countersign.reconcile.domain.provider;

import org.jspecify.annotations.NullMarked;
