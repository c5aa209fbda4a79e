/**
 * Accounts, programs, customers, cards, PINs, orders and wallet tokens: the use cases of the REST
 * interface. Start with {@link dev.countersign.reconcile.service.issuing.Cards}.
 */
@NullMarked
package dev.countersign.reconcile.service.issuing;

import org.jspecify.annotations.NullMarked;
