/**
 * The frame of one night: {@link dev.countersign.jobs.night.Night}, its cut, the order of dates,
 * and {@link dev.countersign.jobs.night.Chunk}, the work of a step in one database transaction.
 */
@NullMarked
package dev.countersign.jobs.night;

import org.jspecify.annotations.NullMarked;
