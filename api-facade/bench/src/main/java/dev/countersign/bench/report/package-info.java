/**
 * The results of the measurements, compared with the goals, and their presentation. Start with
 * {@code Figure}.
 */
@NullMarked
package dev.countersign.bench.report;

import org.jspecify.annotations.NullMarked;
