/** The step {@code settle}: each record is matched, posted once, and settles its transaction. */
@NullMarked
package dev.countersign.jobs.settle;

import org.jspecify.annotations.NullMarked;
