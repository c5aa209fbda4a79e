/**
 * The bank's side: statements of the settlement accounts are taken over ({@link
 * dev.countersign.jobs.bank.BankStatements}) and compared, value date by value date, with what the
 * networks settle ({@link dev.countersign.jobs.bank.MatchBank}).
 */
@NullMarked
package dev.countersign.jobs.bank;

import org.jspecify.annotations.NullMarked;
