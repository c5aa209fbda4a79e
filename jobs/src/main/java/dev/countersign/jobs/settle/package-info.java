/**
 * The step {@code settle}, which matches each clearing record, posts it once, and settles its
 * transaction. Start with {@link dev.countersign.jobs.settle.Settle}; {@code ExactMatchSettlement}
 * settles the common case in one statement.
 */
@NullMarked
package dev.countersign.jobs.settle;

import org.jspecify.annotations.NullMarked;
