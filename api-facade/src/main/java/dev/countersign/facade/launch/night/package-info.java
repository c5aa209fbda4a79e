/**
 * The commands of the night: to run it, to work on the differences it found, to fetch its reports.
 * They are thin: {@link dev.countersign.jobs.Nights} and {@link
 * dev.countersign.reconcile.service.operations.Breaks} hold the rules.
 */
@NullMarked
package dev.countersign.facade.launch.night;

import org.jspecify.annotations.NullMarked;
