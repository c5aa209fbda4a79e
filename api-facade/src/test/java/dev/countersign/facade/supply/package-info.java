/** What the jar brings along that others wrote. */
@NullMarked
package dev.countersign.facade.supply;

import org.jspecify.annotations.NullMarked;
