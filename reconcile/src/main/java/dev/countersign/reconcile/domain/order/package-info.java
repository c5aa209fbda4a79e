/**
 * Orders of plastic cards. Start with {@link dev.countersign.reconcile.domain.order.PhysicalOrder}.
 */
@NullMarked
package dev.countersign.reconcile.domain.order;

import org.jspecify.annotations.NullMarked;
