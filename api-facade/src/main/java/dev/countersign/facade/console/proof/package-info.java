/** The sums of dates and months, and the holds. Every sum opens to the records below it. */
@NullMarked
package dev.countersign.facade.console.proof;

import org.jspecify.annotations.NullMarked;
