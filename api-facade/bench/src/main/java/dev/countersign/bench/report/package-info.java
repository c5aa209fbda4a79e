/**
 * The results of the measurements, held against the goals, and their presentation. Start with
 * {@code Figure}.
 */
@NullMarked
package dev.countersign.bench.report;

import org.jspecify.annotations.NullMarked;
