/**
 * The operations console at {@code /console}: pages that are rendered here, for people. Start with
 * {@link dev.countersign.facade.console.ConsoleConfiguration}, the table of its contents.
 */
@NullMarked
package dev.countersign.facade.console;

import org.jspecify.annotations.NullMarked;
