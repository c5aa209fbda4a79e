/**
 * The operations console at {@code /console}, rendered on the server. Start with {@link
 * dev.countersign.facade.console.ConsoleConfiguration}, its table of contents.
 */
@NullMarked
package dev.countersign.facade.console;

import org.jspecify.annotations.NullMarked;
