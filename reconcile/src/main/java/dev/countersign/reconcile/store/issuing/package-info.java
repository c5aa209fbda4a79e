/**
 * SQL of issuing: accounts and their keys, programs, customers, cards, orders, wallet tokens and
 * the vault. Start with {@link dev.countersign.reconcile.store.issuing.CardStore}.
 */
@NullMarked
package dev.countersign.reconcile.store.issuing;

import org.jspecify.annotations.NullMarked;
