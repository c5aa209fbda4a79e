/** What dates and months add up to, and what is held: every sum opens to the records below it. */
@NullMarked
package dev.countersign.facade.console.proof;

import org.jspecify.annotations.NullMarked;
