/**
 * The state of a running product: {@link dev.countersign.facade.launch.health.ServerOutages},
 * metrics, housekeeping.
 */
@NullMarked
package dev.countersign.facade.launch.health;

import org.jspecify.annotations.NullMarked;
