/**
 * Statements as banks send them: a file ({@link dev.countersign.jobs.bank.camt.StatementFile}) is
 * read chunk by chunk into headers, entries and balances, which somebody takes ({@link
 * dev.countersign.jobs.bank.camt.StatementSink}).
 */
@NullMarked
package dev.countersign.jobs.bank.camt;

import org.jspecify.annotations.NullMarked;
