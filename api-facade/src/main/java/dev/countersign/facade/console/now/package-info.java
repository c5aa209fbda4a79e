/**
 * The page Now: live figures, such as decisions per second and consumer lag, of the whole system.
 * Start with {@code LiveMetrics}.
 */
@NullMarked
package dev.countersign.facade.console.now;

import org.jspecify.annotations.NullMarked;
