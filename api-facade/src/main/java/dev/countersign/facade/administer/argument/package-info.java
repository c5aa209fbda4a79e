/**
 * Arguments and options of commands, read from text with a sentence for what does not fit. Start
 * with {@link dev.countersign.facade.administer.argument.WireName}.
 */
@NullMarked
package dev.countersign.facade.administer.argument;

import org.jspecify.annotations.NullMarked;
