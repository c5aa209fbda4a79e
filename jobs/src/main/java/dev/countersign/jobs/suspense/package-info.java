/** The step {@code identified}: records in suspense whose card was named go back to the work. */
@NullMarked
package dev.countersign.jobs.suspense;

import org.jspecify.annotations.NullMarked;
