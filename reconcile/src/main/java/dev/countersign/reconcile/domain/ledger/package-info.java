/**
 * The book of accounts. Every event of money is a {@link
 * dev.countersign.reconcile.domain.ledger.Journal} whose debits equal its credits in each currency.
 * {@link dev.countersign.reconcile.domain.ledger.Journals} has one method for each event; {@link
 * dev.countersign.reconcile.domain.ledger.LedgerAccount} is the chart of accounts.
 */
@NullMarked
package dev.countersign.reconcile.domain.ledger;

import org.jspecify.annotations.NullMarked;
