/**
 * The output of commands: rows as an aligned table, as JSON or as CSV. A command says once which
 * {@link dev.countersign.facade.output.Columns} its rows have and takes a {@link
 * dev.countersign.facade.output.FormatOption}; the rest follows.
 */
@NullMarked
package dev.countersign.facade.output;

import org.jspecify.annotations.NullMarked;
