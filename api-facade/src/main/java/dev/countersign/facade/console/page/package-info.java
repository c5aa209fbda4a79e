/**
 * The parts that the pages of the console share: their frame, how amounts and times are written,
 * and how a list is exported. Start with {@link dev.countersign.facade.console.page.ConsolePage}.
 */
@NullMarked
package dev.countersign.facade.console.page;

import org.jspecify.annotations.NullMarked;
