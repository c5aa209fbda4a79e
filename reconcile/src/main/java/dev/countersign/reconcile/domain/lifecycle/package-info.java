/**
 * State machines as tables. {@link dev.countersign.reconcile.domain.lifecycle.Lifecycle} is one;
 * each kind of thing keeps its own beside its states.
 */
@NullMarked
package dev.countersign.reconcile.domain.lifecycle;

import org.jspecify.annotations.NullMarked;
