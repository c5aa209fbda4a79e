/**
 * The load of a measurement: books of cards, feeds of messages, and messages on a schedule that
 * does not wait for answers. Start with {@code BenchBook} and {@code OpenLoop}.
 */
@NullMarked
package dev.countersign.bench.load;

import org.jspecify.annotations.NullMarked;
