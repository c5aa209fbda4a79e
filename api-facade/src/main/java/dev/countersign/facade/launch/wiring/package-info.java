/**
 * The Spring configuration: {@link dev.countersign.facade.launch.wiring.ProductConfiguration} for
 * every role, and one class for each role.
 */
@NullMarked
package dev.countersign.facade.launch.wiring;

import org.jspecify.annotations.NullMarked;
