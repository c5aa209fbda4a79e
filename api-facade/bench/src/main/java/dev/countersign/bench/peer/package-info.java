/**
 * The alternatives that an engineer would build or use instead, as strong as we can make them, and
 * the floors, which are the limits of the machine. Each runs in its own process. Start with {@code
 * CopyFloor} and {@code StreamsPeer}.
 */
@NullMarked
package dev.countersign.bench.peer;

import org.jspecify.annotations.NullMarked;
