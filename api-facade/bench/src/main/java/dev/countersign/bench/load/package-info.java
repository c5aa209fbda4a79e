/**
 * The work that is measured: books of cards, feeds of messages, and messages on a schedule that
 * does not wait for answers.
 */
@NullMarked
package dev.countersign.bench.load;

import org.jspecify.annotations.NullMarked;
