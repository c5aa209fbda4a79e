/**
 * The commands of the night: run it, work on its breaks, fetch its reports. They are thin: {@link
 * dev.countersign.jobs.Nights} and {@link dev.countersign.reconcile.service.operations.Breaks} have
 * the rules.
 */
@NullMarked
package dev.countersign.facade.launch.night;

import org.jspecify.annotations.NullMarked;
