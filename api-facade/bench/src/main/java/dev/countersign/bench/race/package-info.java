/**
 * The measurements: their contestants, order and comparisons. Contestants take turns, so that other
 * work of the machine affects all of them. Start with {@code Decisions}.
 */
@NullMarked
package dev.countersign.bench.race;

import org.jspecify.annotations.NullMarked;
