/**
 * The health of a running product. {@link dev.countersign.facade.launch.health.ServerOutages}
 * watches the database and the broker; metrics and housekeeping are beside it.
 */
@NullMarked
package dev.countersign.facade.launch.health;

import org.jspecify.annotations.NullMarked;
