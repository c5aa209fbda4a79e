/**
 * The bank's side. {@link dev.countersign.jobs.bank.BankStatements} imports statements of the
 * settlement accounts. {@link dev.countersign.jobs.bank.MatchBank} compares them, value date by
 * value date, with the settlement of the networks.
 */
@NullMarked
package dev.countersign.jobs.bank;

import org.jspecify.annotations.NullMarked;
