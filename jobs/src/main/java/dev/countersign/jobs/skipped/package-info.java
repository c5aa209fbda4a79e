/**
 * Records that a night could not settle and left to a person: {@link
 * dev.countersign.jobs.skipped.SkippedStore}.
 */
@NullMarked
package dev.countersign.jobs.skipped;

import org.jspecify.annotations.NullMarked;
