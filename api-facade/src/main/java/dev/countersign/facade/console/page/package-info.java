/**
 * Common parts of the console's pages: their frame, the format of amounts and times, and the export
 * of lists. Start with {@link dev.countersign.facade.console.page.ConsolePage}.
 */
@NullMarked
package dev.countersign.facade.console.page;

import org.jspecify.annotations.NullMarked;
