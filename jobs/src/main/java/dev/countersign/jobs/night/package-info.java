/**
 * The parts of one night: {@link dev.countersign.jobs.night.Night}, its cut, its rules of order,
 * and the way in which the work of a step is cut into {@link dev.countersign.jobs.night.Chunk}s of
 * one database transaction each.
 */
@NullMarked
package dev.countersign.jobs.night;

import org.jspecify.annotations.NullMarked;
