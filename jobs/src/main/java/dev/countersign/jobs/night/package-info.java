/**
 * The frame of one night: {@link dev.countersign.jobs.night.Night}, its cut, the order of dates,
 * and the {@link dev.countersign.jobs.night.Chunk}, the chunk of a step that is one database
 * transaction.
 */
@NullMarked
package dev.countersign.jobs.night;

import org.jspecify.annotations.NullMarked;
