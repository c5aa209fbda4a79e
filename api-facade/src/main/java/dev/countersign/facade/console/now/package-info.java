/**
 * The page Now: live figures of this process, such as decisions per second and consumer lag. Start
 * with {@code LiveMetrics}.
 */
@NullMarked
package dev.countersign.facade.console.now;

import org.jspecify.annotations.NullMarked;
