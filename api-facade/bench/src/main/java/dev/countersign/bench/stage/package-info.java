/**
 * The stage of a run: servers and processes of its own in a directory of its own, and the share of
 * the machine that each of them takes. Nothing of it is left when the run ends. Start with {@code
 * Stage}.
 */
@NullMarked
package dev.countersign.bench.stage;

import org.jspecify.annotations.NullMarked;
