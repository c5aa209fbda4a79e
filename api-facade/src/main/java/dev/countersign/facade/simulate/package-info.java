/** The simulator as a command: cards in the sandbox book, a feed for them, and its truth. */
@NullMarked
package dev.countersign.facade.simulate;

import org.jspecify.annotations.NullMarked;
