/**
 * The notices of bureaus, wallets and networks about the things of a card. Orders of plastic,
 * wallet tokens and disputes move by what these notices say.
 */
@NullMarked
package dev.countersign.reconcile.domain.provider;

import org.jspecify.annotations.NullMarked;
