/**
 * Records that a night could not process and skipped, for operators to see. Start with {@link
 * dev.countersign.jobs.skipped.SkippedStore}.
 */
@NullMarked
package dev.countersign.jobs.skipped;

import org.jspecify.annotations.NullMarked;
