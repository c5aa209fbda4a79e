/**
 * The page Now: live figures of the whole system, such as decisions per second and consumer lag.
 * Start with {@code LiveMetrics}.
 */
@NullMarked
package dev.countersign.facade.console.now;

import org.jspecify.annotations.NullMarked;
