/**
 * The alternatives that an engineer would build or take instead, as strong as we can make them, and
 * the floors: what the machine allows. Each runs in a process of its own. Start with {@code
 * CopyFloor} and {@code StreamsPeer}.
 */
@NullMarked
package dev.countersign.bench.peer;

import org.jspecify.annotations.NullMarked;
