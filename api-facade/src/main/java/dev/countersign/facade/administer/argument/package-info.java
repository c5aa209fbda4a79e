/**
 * Arguments and options of commands, parsed from text. A wrong one is refused with a sentence.
 * Start with {@link dev.countersign.facade.administer.argument.WireName}.
 */
@NullMarked
package dev.countersign.facade.administer.argument;

import org.jspecify.annotations.NullMarked;
