/**
 * The step {@code settle}: each clearing record is matched, posted once, and settles its
 * transaction. Start with {@link dev.countersign.jobs.settle.Settle}; {@code ExactMatchSettlement}
 * settles the common case in one statement.
 */
@NullMarked
package dev.countersign.jobs.settle;

import org.jspecify.annotations.NullMarked;
