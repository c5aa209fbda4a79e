/**
 * Statements in the format of banks. {@link dev.countersign.jobs.bank.camt.StatementFile} reads a
 * file chunk by chunk into headers, entries and balances, and passes them to a {@link
 * dev.countersign.jobs.bank.camt.StatementSink}.
 */
@NullMarked
package dev.countersign.jobs.bank.camt;

import org.jspecify.annotations.NullMarked;
