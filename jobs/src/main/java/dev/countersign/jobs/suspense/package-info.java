/** The third step: records in suspense whose card was identified go back to the work. */
@NullMarked
package dev.countersign.jobs.suspense;

import org.jspecify.annotations.NullMarked;
