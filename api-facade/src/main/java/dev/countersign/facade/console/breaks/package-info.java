/** Pages of breaks: the queue, and the work on each. Start with {@code BreaksPage}. */
@NullMarked
package dev.countersign.facade.console.breaks;

import org.jspecify.annotations.NullMarked;
