/**
 * The health of a running product: {@link dev.countersign.facade.launch.health.ServerOutages}
 * watches the database and the broker; beside it are the metrics and the housekeeping.
 */
@NullMarked
package dev.countersign.facade.launch.health;

import org.jspecify.annotations.NullMarked;
