/**
 * The sixth step: disputes that the records alone justify are opened or proposed, and those that a
 * refund covers are withdrawn.
 */
@NullMarked
package dev.countersign.jobs.dispute;

import org.jspecify.annotations.NullMarked;
