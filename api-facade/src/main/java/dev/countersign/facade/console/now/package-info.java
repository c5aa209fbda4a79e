/** What happens now: figures that move while they are looked at. */
@NullMarked
package dev.countersign.facade.console.now;

import org.jspecify.annotations.NullMarked;
