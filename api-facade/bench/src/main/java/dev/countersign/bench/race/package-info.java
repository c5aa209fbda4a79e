/**
 * The measurements: who runs, in which order, and what is compared. Contestants take turns, so that
 * what the machine does besides meets all of them.
 */
@NullMarked
package dev.countersign.bench.race;

import org.jspecify.annotations.NullMarked;
