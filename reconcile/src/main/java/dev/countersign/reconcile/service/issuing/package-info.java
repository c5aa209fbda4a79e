/**
 * The use cases of the REST interface: accounts, programs, customers, cards, PINs, orders and
 * wallet tokens. Start with {@link dev.countersign.reconcile.service.issuing.Cards}.
 */
@NullMarked
package dev.countersign.reconcile.service.issuing;

import org.jspecify.annotations.NullMarked;
