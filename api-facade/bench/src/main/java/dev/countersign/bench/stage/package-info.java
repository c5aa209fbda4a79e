/**
 * The stage of a run: servers and processes of its own in a directory of its own, and how much of
 * the machine each of them takes. Nothing of it is left when the run ends.
 */
@NullMarked
package dev.countersign.bench.stage;

import org.jspecify.annotations.NullMarked;
