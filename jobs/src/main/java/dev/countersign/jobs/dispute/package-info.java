/**
 * The steps {@code disputes} and {@code dispute-money}: disputes that the records alone justify are
 * opened or proposed, those that a refund covers are withdrawn, and what they move is booked.
 */
@NullMarked
package dev.countersign.jobs.dispute;

import org.jspecify.annotations.NullMarked;
