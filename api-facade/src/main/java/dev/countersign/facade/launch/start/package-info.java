/**
 * The start of a {@link dev.countersign.facade.launch.start.Product}: first the servers that no
 * setting names, embedded, then the Spring context on top of them; and the sentences for what keeps
 * it from starting.
 */
@NullMarked
package dev.countersign.facade.launch.start;

import org.jspecify.annotations.NullMarked;
