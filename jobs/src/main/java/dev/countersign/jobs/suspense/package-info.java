/**
 * Identified records in suspense, and manual matches. {@link
 * dev.countersign.jobs.suspense.RequeueIdentified} returns them to the work of the night, which
 * posts them like any other record.
 */
@NullMarked
package dev.countersign.jobs.suspense;

import org.jspecify.annotations.NullMarked;
