/**
 * The stage of a run: its own servers and processes in its own directory, and the share of the
 * machine that each takes. Nothing of it is left when the run ends. Start with {@code Stage}.
 */
@NullMarked
package dev.countersign.bench.stage;

import org.jspecify.annotations.NullMarked;
