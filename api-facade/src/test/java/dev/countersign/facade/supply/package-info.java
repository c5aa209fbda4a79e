/** Third-party content of the jar. */
@NullMarked
package dev.countersign.facade.supply;

import org.jspecify.annotations.NullMarked;
