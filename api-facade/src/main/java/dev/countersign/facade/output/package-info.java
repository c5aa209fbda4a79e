/**
 * The output of commands: rows as an aligned table, as JSON or as CSV. A command declares its
 * {@link dev.countersign.facade.output.Columns} once and takes a {@link
 * dev.countersign.facade.output.FormatOption}.
 */
@NullMarked
package dev.countersign.facade.output;

import org.jspecify.annotations.NullMarked;
