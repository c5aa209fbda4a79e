/**
 * State machines as tables. {@link dev.countersign.reconcile.domain.lifecycle.Lifecycle} is the
 * machine; each type with states keeps its own table.
 */
@NullMarked
package dev.countersign.reconcile.domain.lifecycle;

import org.jspecify.annotations.NullMarked;
